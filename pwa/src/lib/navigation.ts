// States of navigations that more than one feature knows.

/** Opens the dialog of a new report on arrival at a client's reports. */
export const WRITE_REPORT = { writesReport: true } as const

export function isWriteReport(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'writesReport' in state && state.writesReport === true
}
