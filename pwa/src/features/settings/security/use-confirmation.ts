// State of the confirmation of the user's identity: the method, the typed value, and the request.
import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'

import { type Submit, useSubmit } from '../../../ui/form/use-submit'
import { confirmIdentity } from '../actions'
import { type MailedCode, useMailedCode } from './use-mailed-code'

/** `mail` offers to email a code, `code` asks for it. */
export type Method = 'password' | 'mail' | 'code'

export interface Confirmation {
  method: Method
  password: string
  code: string
  /** The field that the user fills in next. It gets the focus. */
  field: RefObject<HTMLInputElement | null>
  form: Submit
  mailed: MailedCode
  enterPassword: (password: string) => void
  enterCode: (code: string) => void
  toPassword: () => void
  /** Emails a code, unless the pause after the last one is still running. */
  toCode: () => void
  confirm: (event?: SubmitEvent) => void
  confirmWithCode: (code: string) => void
}

export function useConfirmation(hasPassword: boolean, onConfirmed: () => void): Confirmation {
  const [method, setMethod] = useState<Method>(hasPassword ? 'password' : 'mail')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const form = useSubmit(async (typedCode = code) => {
    const error = await confirmIdentity(
      method === 'password' ? { current_password: password } : { nonce: typedCode },
    )
    if (error === null) onConfirmed()
    else setCode('')
    return error
  })
  const mailed = useMailedCode(() => {
    setCode('')
    form.forget()
    setMethod('code')
  })
  useLayoutEffect(() => field.current?.focus(), [method, mailed.sentCount])
  return {
    method,
    password,
    code,
    field,
    form,
    mailed,
    enterPassword(next) {
      setPassword(next)
      form.forget('current')
    },
    enterCode(next) {
      setCode(next)
      form.forget('code')
    },
    toPassword() {
      form.forget()
      setMethod('password')
    },
    toCode() {
      if (mailed.secondsLeft > 0) setMethod('code')
      else mailed.sending.submit()
    },
    confirm(event) {
      mailed.sending.forget()
      form.submit(event)
    },
    confirmWithCode(typedCode) {
      mailed.sending.forget()
      form.submitWith(typedCode)
    },
  }
}
