/** Materials of bodies: densities in kg/m^3 at room temperature, as handbooks round them. */
export interface Material {
  name: string;
  title: string;
  density: number;
  color: string;
}

/** The table; a new material is one row. */
export const MATERIALS: readonly Material[] = [
  { name: "steel", title: "Steel", density: 7850, color: "#8f979f" },
  { name: "stainless steel", title: "Stainless steel", density: 7930, color: "#a8b0b8" },
  { name: "cast iron", title: "Cast iron", density: 7200, color: "#5d6166" },
  { name: "aluminium", title: "Aluminium", density: 2700, color: "#c3c9cf" },
  { name: "titanium", title: "Titanium", density: 4500, color: "#98948c" },
  { name: "brass", title: "Brass", density: 8500, color: "#c5a243" },
  { name: "copper", title: "Copper", density: 8960, color: "#b8733b" },
  { name: "magnesium", title: "Magnesium", density: 1740, color: "#b9beb9" },
  { name: "carbon fibre", title: "Carbon fibre (epoxy)", density: 1600, color: "#2f3338" },
  { name: "glass fibre", title: "Glass fibre (epoxy)", density: 1900, color: "#b7c7a8" },
  { name: "ABS", title: "ABS", density: 1040, color: "#e0d8c4" },
  { name: "PLA", title: "PLA", density: 1240, color: "#7aa6d8" },
  { name: "nylon", title: "Nylon (PA 6)", density: 1140, color: "#ece9df" },
  { name: "POM", title: "Acetal (POM)", density: 1410, color: "#f4f4f0" },
  { name: "acrylic", title: "Acrylic (PMMA)", density: 1180, color: "#bfe0ee" },
  { name: "polycarbonate", title: "Polycarbonate", density: 1200, color: "#cfe3ea" },
  { name: "PTFE", title: "PTFE", density: 2200, color: "#f0f0f0" },
  { name: "rubber", title: "Rubber", density: 1100, color: "#3a3a3c" },
  { name: "pine", title: "Pine wood", density: 500, color: "#d8b98a" },
  { name: "oak", title: "Oak wood", density: 720, color: "#b08a58" },
  { name: "concrete", title: "Concrete", density: 2400, color: "#a5a29c" },
  { name: "glass", title: "Glass", density: 2500, color: "#b6d7d2" },
  { name: "water", title: "Water", density: 1000, color: "#6fb3e0" },
];

/** A material by its name, however it is written. */
export const materialOf = (name: string): Material | undefined => MATERIALS.find((m) => m.name.toLowerCase() === name.trim().toLowerCase());
