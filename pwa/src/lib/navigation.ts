// The states of the router's navigations that more than one feature uses.

/** Opens the dialog of a new report on arrival at a client's reports. */
export const WRITE_REPORT = { writesReport: true } as const

export function isWriteReport(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'writesReport' in state && state.writesReport === true
}

/** Opens the editor of a draft on arrival at it. */
export const CONTINUE_DRAFT = { continuesDraft: true } as const

export function isContinueDraft(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'continuesDraft' in state && state.continuesDraft === true
  )
}

/** Opens a dialog of the admin dashboard on arrival. */
export type DashboardDialog = 'add' | 'import' | 'add-admin'

export const openingDialog = (opens: DashboardDialog) => ({ opens })

export function openedDialog(state: unknown): DashboardDialog | null {
  if (typeof state !== 'object' || state === null || !('opens' in state)) return null
  const { opens } = state
  return opens === 'add' || opens === 'import' || opens === 'add-admin' ? opens : null
}
