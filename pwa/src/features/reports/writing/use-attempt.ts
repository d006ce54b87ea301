// Hook for the problem of the last attempt to send `Work`, and for repeating it after the admin has signed in.
import { useState } from 'react'

import { NOT_AUTHENTICATED } from '../rules'

interface Attempt<Work> {
  problem: string | null
  fail: (message: string) => void
  /** Call it when the session has ended. `work` can be repeated once the admin has signed in. */
  signInFor: (work: Work) => void
  /** The work to repeat, while the admin signs in; null otherwise. */
  afterSignIn: Work | null
  cancelSignIn: () => void
  /** Clears the problem; call it before the next attempt or when the input changes. */
  begin: () => void
}

export function useAttempt<Work>(): Attempt<Work> {
  const [problem, setProblem] = useState<string | null>(null)
  const [afterSignIn, setAfterSignIn] = useState<{ work: Work } | null>(null)
  return {
    problem,
    fail: setProblem,
    signInFor(work) {
      setProblem(NOT_AUTHENTICATED)
      setAfterSignIn({ work })
    },
    afterSignIn: afterSignIn === null ? null : afterSignIn.work,
    cancelSignIn: () => setAfterSignIn(null),
    begin() {
      setAfterSignIn(null)
      setProblem(null)
    },
  }
}
