// Requests that the server accepts only after a recent proof of identity, and the dialog that gets the proof.

/** The error code of such a request. */
export const PROOF_NEEDED = 'reauthentication_needed'

type Prove = () => Promise<boolean>

let prove: Prove | null = null
let proving: Promise<boolean> | null = null

/** Sets the function that asks the user for a proof. It resolves to false if they cancel. Returns its removal. */
export function proveWith(how: Prove): () => void {
  prove = how
  return () => {
    if (prove === how) prove = null
  }
}

/** Asks for a proof. Requests that need one at the same time share it. False without a dialog on the screen. */
export function getProof(): Promise<boolean> {
  if (prove === null) return Promise.resolve(false)
  proving ??= prove().finally(() => {
    proving = null
  })
  return proving
}
