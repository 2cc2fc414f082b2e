declare module "gifenc" {
  export type Palette = number[][];
  export function quantize(rgba: Uint8ClampedArray | Uint8Array, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray | Uint8Array, palette: Palette): Uint8Array;
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: { palette?: Palette; delay: number; repeat?: number; first?: boolean }): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
