// The second step of a sign-in: a code from an authenticator app or a phone, or a recovery code.
import { LifeBuoy, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/form/code-field'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { useCountdown } from '../../../ui/hooks/use-countdown'
import { challenge, type Factor, ownFactors, verify, secondsToWait, signOutLocal } from './remote'
import { StepHead } from '../step-head'
import { TextButton } from '../text-link'

/** Minimum time between two text messages. If the server requires more, its error contains the time. */
const TEXT_WAIT_S = 60
/** Selects a recovery code; used in place of a factor's id. */
const RECOVERY = 'recovery'

export default function SecondStep() {
  const [factors, setFactors] = useState<Factor[] | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  useEffect(() => void ownFactors().then(setFactors), [])
  if (factors === null) return null
  const [first] = factors
  const otherAccount = (
    <TextButton onClick={() => void signOutLocal()}>Sign in with another account</TextButton>
  )
  if (first === undefined)
    return (
      <>
        <StepHead icon={<ShieldCheck size={22} aria-hidden="true" />} title="Two-factor sign-in">
          This device does not know your second factors. Sign in again.
        </StepHead>
        {otherAccount}
      </>
    )
  const factor = factors.find(({ id }) => id === chosenId) ?? first
  const others = factors.filter(({ id }) => chosenId === RECOVERY || id !== factor.id)
  return (
    <>
      {chosenId === RECOVERY ? (
        <ByRecoveryCode factor={first} />
      ) : (
        <ByFactor key={factor.id} factor={factor} />
      )}
      <div className="mt-8 flex flex-col items-start gap-6 text-base">
        {others.map(({ id, type, name }) => (
          <TextButton key={id} onClick={() => setChosenId(id)}>
            {type === 'phone' ? 'Use a code by text message' : `Use the app “${name}”`}
          </TextButton>
        ))}
        {chosenId !== RECOVERY && (
          <TextButton onClick={() => setChosenId(RECOVERY)}>Use a recovery code</TextButton>
        )}
        {otherAccount}
      </div>
    </>
  )
}

const LEADS = {
  totp: 'Enter the 6-digit code that your authenticator app shows now.',
  phone: 'We send a 6-digit code to your phone.',
}

function ByFactor({ factor }: { factor: Factor }) {
  const isPhone = factor.type === 'phone'
  const [code, setCode] = useState('')
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const [secondsLeft, startCountdown] = useCountdown(0)
  const form = useSubmit(async (typedCode = code) => {
    if (typedCode === '') return { message: 'Enter the code', field: 'code' }
    // A phone's challenge was created with its text message. An app gets a new challenge for each attempt.
    const challengeResult = isPhone && challengeId !== null ? { id: challengeId } : await challenge(factor.id)
    if ('authError' in challengeResult) return challengeResult.authError
    const error = await verify(factor.id, challengeResult.id, typedCode)
    if (error !== null) setCode('')
    return error && { ...error, field: 'code' }
  })
  const textMessage = useSubmit(async () => {
    if (secondsLeft > 0) return null
    form.forget()
    const challengeResult = await challenge(factor.id)
    if ('authError' in challengeResult) {
      startCountdown(secondsToWait(challengeResult.authError) ?? 0)
      return challengeResult.authError
    }
    setChallengeId(challengeResult.id)
    startCountdown(TEXT_WAIT_S)
    return null
  })
  const message = form.message ?? textMessage.message
  const canType = !isPhone || challengeId !== null
  return (
    <>
      <StepHead icon={<ShieldCheck size={22} aria-hidden="true" />} title="Two-factor sign-in">
        {isPhone && challengeId !== null ? 'Enter the code from the text message.' : LEADS[factor.type]}
      </StepHead>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {message !== null && <Alert id={form.box}>{message}</Alert>}
        {canType && (
          <>
            <CodeField
              value={code}
              {...form.markOf('code')}
              onChange={(next) => {
                setCode(next)
                form.forget('code')
              }}
              onComplete={form.submitWith}
            />
            <Button type="submit" tone="primary" busy={form.busy} className="w-full">
              Continue
            </Button>
          </>
        )}
        {isPhone && (
          <Button
            tone={canType ? 'bordered' : 'primary'}
            busy={textMessage.busy}
            aria-disabled={secondsLeft > 0 || undefined}
            className="w-full aria-disabled:opacity-60"
            onClick={() => textMessage.submit()}
          >
            {secondsLeft > 0 ? (
              <span className="tabular">{`Send again in ${secondsLeft} s`}</span>
            ) : challengeId === null ? (
              'Send the code'
            ) : (
              'Send again'
            )}
          </Button>
        )}
      </form>
    </>
  )
}

/** A recovery code works once, for any factor. */
function ByRecoveryCode({ factor }: { factor: Factor }) {
  const [code, setCode] = useState('')
  const form = useSubmit(async () => {
    if (code.trim() === '') return { message: 'Enter a recovery code', field: 'recovery' }
    // Without a challenge, because one of a phone fails if no text message can be sent.
    const error = await verify(factor.id, '', code.trim())
    // For a text that is no recovery code, the server finds no challenge; the error's code is that of a removed factor.
    const isWrong = error?.code === 'mfa_verification_failed' || !/^([\s-]*[^\W_01ilo]){15}\s*$/i.test(code)
    return (
      error && {
        message: isWrong ? 'This recovery code is not right, or was used already.' : error.message,
        field: 'recovery',
      }
    )
  })
  return (
    <>
      <StepHead icon={<LifeBuoy size={22} aria-hidden="true" />} title="Use a recovery code">
        One of the codes that you kept when you set up two-factor sign-in. Each works once.
      </StepHead>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {form.message !== null && <Alert id={form.box}>{form.message}</Alert>}
        <TextField
          label="Recovery code"
          name="recovery"
          value={code}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="xxxxx-xxxxx-xxxxx"
          className="[&_input]:font-mono"
          {...form.markOf('recovery')}
          onChange={(event) => {
            setCode(event.target.value)
            form.forget('recovery')
          }}
        />
        <Button type="submit" tone="primary" busy={form.busy} className="w-full">
          Continue
        </Button>
      </form>
    </>
  )
}
