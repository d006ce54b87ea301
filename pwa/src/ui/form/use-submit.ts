// The hook for the state of a form. Sends one request at a time, holds its error, and focuses the field with
// the error.
import { type SubmitEvent, useId, useLayoutEffect, useState } from 'react'

export type FormError = { message: string; field?: string | null }

export interface Submit {
  busy: boolean
  /** The message in the error box above the fields. */
  message: string | null
  errorOf: (field: string) => string | undefined
  /** The id of the error box. */
  box: string
  /** Marks the field that the error box is about, without showing the message twice. */
  markOf: (field: string) => { error?: ''; 'aria-describedby'?: string }
  /** Clears the error when the user edits the field. */
  forget: (field?: string) => void
  submit: (event?: SubmitEvent) => void
  /** Submits without an event, with a value that is newer than the rendered state. */
  submitWith: (value: string) => void
}

/** `work` resolves to the error, or null if it succeeded. */
export function useSubmit(work: (value?: string) => Promise<FormError | null>): Submit {
  const box = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<FormError | null>(null)

  const run = async (value?: string) => {
    if (busy) return
    setWrong(null)
    setBusy(true)
    const problem = await work(value)
    setBusy(false)
    setWrong(problem)
  }
  const field = wrong?.field
  useLayoutEffect(() => {
    if (typeof field === 'string') document.querySelector<HTMLElement>(`form [name="${field}"]`)?.focus()
  }, [field, wrong])
  return {
    busy,
    message: wrong?.message ?? null,
    errorOf: (field) => (wrong?.field === field ? wrong.message : undefined),
    box,
    markOf: (field) => (wrong?.field === field ? { error: '', 'aria-describedby': box } : {}),
    forget: (field) => {
      if (field === undefined || wrong?.field === field) setWrong(null)
    },
    submit: (event) => {
      event?.preventDefault()
      void run()
    },
    submitWith: (value) => void run(value),
  }
}
