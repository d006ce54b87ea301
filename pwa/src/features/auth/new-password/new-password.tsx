// Screen for a new password, after the user forgot the old one and opened the recovery link.
import { KeyRound } from 'lucide-react'

import { useToasts } from '../../../ui/feedback/toast'
import { AuthLayout } from '../auth-layout'
import { StepHead } from '../step-head'
import { TextButton } from '../text-link'
import { PasswordForm } from './password-form'
import { useNewPassword } from './use-new-password'

/** `email` is the user's address. `onDone` is called after the change, or to keep the old password. */
export default function NewPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const toasts = useToasts()
  const state = useNewPassword({
    onSaved() {
      toasts.show({
        tone: 'success',
        title: 'Your password is changed',
        body: 'Your other devices were signed out.',
      })
      onDone()
    },
  })
  return (
    <AuthLayout title="Choose a new password">
      <StepHead icon={<KeyRound size={22} aria-hidden="true" />} title="Choose a new password">
        For <strong className="font-semibold break-words text-ink">{email}</strong>. Your other devices will
        be signed out.
      </StepHead>
      <PasswordForm
        email={email}
        state={state}
        label="New Password"
        codeHint="You opened the email a while ago, so we have sent a code to your address."
        submit="Change password"
      />
      <p className="mt-6 text-base">
        <TextButton onClick={onDone}>Keep the old one</TextButton>
      </p>
    </AuthLayout>
  )
}
