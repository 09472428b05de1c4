/** A program that declares nothing: what the engine costs by itself. */
export const members = 0;
