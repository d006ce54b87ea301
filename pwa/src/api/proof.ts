// Connects requests that need a recent proof of identity with the dialog in which the user gives the proof.

/** The error code of a request that needs a proof. */
export const PROOF_NEEDED = 'reauthentication_needed'

type Prove = () => Promise<boolean>

let prove: Prove | null = null
let proving: Promise<boolean> | null = null

/**
 * Sets the function that asks the user for a proof. It must resolve to false if the user cancels. Returns a
 * function that removes it.
 */
export function proveWith(how: Prove): () => void {
  prove = how
  return () => {
    if (prove === how) prove = null
  }
}

/**
 * Asks the user for a proof. Requests that need a proof at the same time share one. Returns false if no
 * screen has set a dialog.
 */
export function getProof(): Promise<boolean> {
  if (prove === null) return Promise.resolve(false)
  proving ??= prove().finally(() => {
    proving = null
  })
  return proving
}
