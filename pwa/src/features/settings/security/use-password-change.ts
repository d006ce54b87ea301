// State of the password form: its values, the proofs of identity that the server asked for, and the request.
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'

import { useToasts } from '../../../ui/feedback/toast'
import { useSubmit } from '../../../ui/form/use-submit'
import { type NewPassword, savePassword } from '../actions'
import { useMailedCode } from './use-mailed-code'

const EMPTY: NewPassword = { password: '', confirmPassword: '', current: '', nonce: '' }

/** `onClose` runs after the change, and then `onChanged`. */
export function usePasswordChange(onClose: () => void, onChanged: () => Promise<void>) {
  const [values, setValues] = useState(EMPTY)
  const [wants, setWants] = useState<{ current: boolean; code: boolean }>({ current: false, code: false })
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
        if (wants.code && values.nonce === '')
          return { message: 'Enter the code from the email', field: 'code' }
        setWants((before) => ({ ...before, current: true }))
        return wants.current ? { message: 'Enter your current password', field: 'current' } : null
      case 'needs-code':
        setWants((before) => ({ ...before, code: true }))
        return wants.code ? { message: 'Enter the code from the email', field: 'code' } : null
      case 'wrong':
        return saved.wrong
    }
  })
  const codeField = useRef<HTMLInputElement>(null)
  const mailed = useMailedCode(() => {
    form.forget()
    setValues((before) => ({ ...before, current: '', nonce: '' }))
    setWants({ current: false, code: true })
  })
  useLayoutEffect(() => codeField.current?.focus(), [mailed.times])
  const save = (event: SubmitEvent) => {
    mailed.sending.forget()
    form.submit(event)
  }
  return { values, setValues, wants, form, mailed, codeField, save }
}
