/** Colours of bodies: told apart by people who see colours differently, soft enough for large faces, on light and dark ground. */
export const BODY_COLOURS = ["#5488b5", "#d58a55", "#5aa389", "#b27ba4", "#bfa548", "#7aa9cf", "#9a8fc0", "#8d9299"] as const;

/** The colour of the k-th body. */
export const bodyColour = (k: number): string => BODY_COLOURS[k % BODY_COLOURS.length]!;
