// Sign-in methods without a password, as far as the server offers them: Google, a mailed code, company SSO.
import { Building2, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { useSubmit } from '../../ui/form/use-submit'
import { GoogleMark } from '../../ui/brand/google-mark'
import { fetchSignInMethods, storedSignInMethods, redirectToGoogle } from './remote'

/** For sign-up it shows only Google, because the other methods need an existing account. */
export function OtherMethods({ isSignUp }: { isSignUp: boolean }) {
  const [methods, setMethods] = useState(storedSignInMethods)
  const navigate = useNavigate()
  const google = useSubmit(redirectToGoogle)
  useEffect(() => void fetchSignInMethods().then(setMethods), [])
  if (isSignUp && !methods.google) return null
  return (
    <div className="mt-6 flex flex-col gap-2.5">
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {google.message !== null && <Alert>{google.message}</Alert>}
      {methods.google && (
        <Button icon={<GoogleMark />} busy={google.busy} className="w-full" onClick={() => google.submit()}>
          Continue with Google
        </Button>
      )}
      {!isSignUp && (
        <Button
          icon={<Mail size={17} aria-hidden="true" />}
          className="w-full"
          onClick={() => void navigate('?mode=code')}
        >
          Email me a code
        </Button>
      )}
      {!isSignUp && methods.company && (
        <Button
          icon={<Building2 size={17} aria-hidden="true" />}
          className="w-full"
          onClick={() => void navigate('?mode=company')}
        >
          Continue with your company
        </Button>
      )}
    </div>
  )
}
