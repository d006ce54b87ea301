// What a person sees after sign-up while their address is not confirmed.
import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { Button } from '../../ui/button'

export function ConfirmEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status">
      <div className="mb-5 flex size-12 items-center justify-center rounded-xl border border-primary-line bg-primary-soft text-primary-ink">
        <MailCheck size={22} aria-hidden="true" />
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold text-ink outline-none">
        Confirm your e-mail
      </h1>
      <p className="mt-2 text-base text-pretty text-ink-2">
        We sent a link to <strong className="font-semibold break-words text-ink">{email}</strong>. Open it on any device, then
        sign in here.
      </p>
      <Button className="mt-6" onClick={onBack}>
        Back
      </Button>
    </div>
  )
}
