// One form, one answer at a time: what is busy, what was refused, and the focus at the field it is about.
import { type SubmitEvent, useId, useLayoutEffect, useState } from 'react'

export type Wrong = { message: string; field?: string | null }

export interface Submit {
  busy: boolean
  /** Above the fields, in the red box. */
  message: string | null
  errorOf: (field: string) => string | undefined
  /** The id of the red box. */
  box: string
  /** For the field that the red box is about: it is marked, and the message not shown twice. */
  markOf: (field: string) => { error?: ''; 'aria-describedby'?: string }
  /** The person types again: the field is not wrong any more. */
  forget: (field?: string) => void
  submit: (event?: SubmitEvent) => void
  /** The same without a press, with a value that is complete before it is drawn. */
  submitWith: (value: string) => void
}

/** `work` resolves with what is wrong, or null when all is well. */
export function useSubmit(work: (value?: string) => Promise<Wrong | null>): Submit {
  const box = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong | null>(null)

  const run = async (value?: string) => {
    if (busy) return
    setWrong(null)
    setBusy(true)
    const found = await work(value)
    setBusy(false)
    setWrong(found)
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
