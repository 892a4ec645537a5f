/** The version of the server that served this file, or that it was generated from. */
export const version = "@VERSION@";

// One line for each call: its name, method, path, and what is special about it; see `clients/generate`.
const calls = `
@CALLS@
`;
