// Compile-time constants that vite.config.ts defines.

/** The build's version, e.g. `2026.11.1`; sent in the socket's hello. */
declare const __BUILD__: string
