// State of the password form: its values, the proofs of identity that the server requires, and the request.
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'

import { useToasts } from '../../../ui/feedback/toast'
import { useSubmit } from '../../../ui/form/use-submit'
import { type NewPassword, savePassword } from '../actions'
import { useMailedCode } from './use-mailed-code'

const EMPTY: NewPassword = { password: '', confirmPassword: '', current: '', nonce: '' }

/** `onClose` runs after the change, and then `onChanged`. */
export function usePasswordChange(onClose: () => void, onChanged: () => Promise<void>) {
  const [values, setValues] = useState(EMPTY)
  /** The proofs of identity that the server requires. */
  const [required, setRequired] = useState<{ current: boolean; code: boolean }>({
    current: false,
    code: false,
  })
  const toasts = useToasts()
  const form = useSubmit(async () => {
    const saved = await savePassword(values)
    switch (saved.is) {
      case 'saved':
        toasts.show({
          tone: 'success',
          title: 'Your password is changed',
          body: 'Your other devices were signed out.',
        })
        onClose()
        await onChanged()
        return null
      case 'needs-current-password':
        if (required.code && values.nonce === '')
          return { message: 'Enter the code from the email', field: 'code' }
        setRequired((before) => ({ ...before, current: true }))
        return required.current ? { message: 'Enter your current password', field: 'current' } : null
      case 'needs-code':
        setRequired((before) => ({ ...before, code: true }))
        return required.code ? { message: 'Enter the code from the email', field: 'code' } : null
      case 'failed':
        return saved.error
    }
  })
  const codeField = useRef<HTMLInputElement>(null)
  const mailed = useMailedCode(() => {
    form.forget()
    setValues((before) => ({ ...before, current: '', nonce: '' }))
    setRequired({ current: false, code: true })
  })
  useLayoutEffect(() => codeField.current?.focus(), [mailed.sentCount])
  const save = (event: SubmitEvent) => {
    mailed.sending.forget()
    form.submit(event)
  }
  return { values, setValues, required, form, mailed, codeField, save }
}
