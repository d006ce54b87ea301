// Sign-in methods without a password, as far as the server offers them: Google, a mailed code, company SSO.
import { Building2, Mail } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { useSubmit } from '../../ui/form/use-submit'
import { GoogleMark } from '../../ui/brand/google-mark'
import { fetchSignInMethods, storedSignInMethods, redirectToGoogle } from './remote'

/**
 * Google before the form, because it needs nothing typed; the other methods below it. Sign-up has only Google, because
 * the others need an existing account. `children` is the form.
 */
export function OtherMethods({ isSignUp, children }: { isSignUp: boolean; children: ReactNode }) {
  const [methods, setMethods] = useState(storedSignInMethods)
  const navigate = useNavigate()
  const google = useSubmit(redirectToGoogle)
  useEffect(() => void fetchSignInMethods().then(setMethods), [])
  return (
    <div className="flex flex-col gap-2.5">
      {google.message !== null && <Alert>{google.message}</Alert>}
      {methods.google && (
        <>
          <Button icon={<GoogleMark />} busy={google.busy} onClick={() => google.submit()}>
            Continue with Google
          </Button>
          <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or
          </p>
        </>
      )}
      {children}
      {!isSignUp && (
        <>
          <Button icon={<Mail size={17} aria-hidden="true" />} onClick={() => void navigate('?mode=code')}>
            Email me a code
          </Button>
          {methods.company && (
            <Button
              icon={<Building2 size={17} aria-hidden="true" />}
              onClick={() => void navigate('?mode=company')}
            >
              Continue with your company
            </Button>
          )}
        </>
      )}
    </div>
  )
}
