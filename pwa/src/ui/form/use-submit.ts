// The hook for the state of a form. Sends one request at a time, holds its error, and focuses the field with
// the error.
import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import { noteFailure } from '../../lib/failures'

export type FormError = { message: string; field?: string | null }

export interface Submit {
  busy: boolean
  /** The message in the error box above the fields. */
  message: string | null
  errorOf: (field: string) => string | undefined
  /** The id of the error box. */
  box: string
  /** The properties that mark the field of the error. The field does not repeat the message of the error box. */
  markOf: (field: string) => { error?: ''; 'aria-describedby'?: string }
  /** Clears the error; with `field`, only an error of this field. Called when the user edits the field. */
  forget: (field?: string) => void
  submit: (event?: SubmitEvent) => void
  /** Submits without an event, with a value that is newer than the rendered state. */
  submitWith: (value: string) => void
}

function exceptionOf(exception: unknown): FormError {
  noteFailure('error', exception)
  return { message: 'An error occurred' }
}

/** `work` resolves to the error, or to null if it succeeded. Its argument is the value given to `submitWith`. */
export function useSubmit(work: (value?: string) => Promise<FormError | null>): Submit {
  const box = useId()
  const [busy, setBusy] = useState(false)
  const [formError, setFormError] = useState<FormError | null>(null)
  /** The submitted form; null after a submission by a button of a dialog or by a complete code. */
  const form = useRef<Element>(null)

  const run = async (value?: string) => {
    if (busy) return
    setFormError(null)
    setBusy(true)
    const error = await work(value).catch(exceptionOf)
    setBusy(false)
    setFormError(error)
  }
  const field = formError?.field
  useLayoutEffect(() => {
    if (typeof field !== 'string') return
    // A dialog's form is the last one of the page.
    const fields = (form.current ?? document).querySelectorAll<HTMLElement>(`form [name="${field}"]`)
    Array.from(fields).at(-1)?.focus()
  }, [field, formError])
  return {
    busy,
    message: formError?.message ?? null,
    errorOf: (field) => (formError?.field === field ? formError.message : undefined),
    box,
    markOf: (field) => (formError?.field === field ? { error: '', 'aria-describedby': box } : {}),
    forget: (field) => {
      if (field === undefined || formError?.field === field) setFormError(null)
    },
    submit: (event) => {
      event?.preventDefault()
      form.current = event?.currentTarget ?? null
      void run()
    },
    submitWith: (value) => {
      form.current = null
      void run(value)
    },
  }
}
