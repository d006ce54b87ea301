// Two-factor sign-in: add and remove factors, and create recovery codes.
import { LifeBuoy, MessageSquare, ShieldCheck, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'

import { serverNow } from '../../../lib/time/clock'
import { agoText } from '../../../lib/text/days'
import { Alert } from '../../../ui/feedback/alert'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { Section, SectionList, SectionRow } from '../../../ui/layout/section'
import { Time } from '../../../ui/time'
import {
  fetchCodesLeft,
  fetchSignInMethods,
  type CodesLeft,
  type Factor,
  removeFactor,
  storedSignInMethods,
} from '../remote'
import { AddApp } from './add-app'
import { AddPhone } from './add-phone'
import { ConfirmDialog } from './confirm-dialog'
import { NewCodes } from './new-codes'
import { useLoaded } from './use-loaded'
import { useProof } from './use-proof'

type Doing = { is: 'app' } | { is: 'phone' } | { is: 'codes' } | { is: 'remove'; factor: Factor }

/** At or below this number of codes a badge warns that few are left. */
const FEW = 3

type FactorsSectionProps = { factors: Factor[]; hasPassword: boolean; onChanged: () => Promise<void> }

export function FactorsSection({ factors, hasPassword, onChanged }: FactorsSectionProps) {
  const [codes, countAgain] = useLoaded(fetchCodesLeft)
  const [offers, setOffers] = useState(storedSignInMethods)
  const [doing, setDoing] = useState<Doing | null>(null)
  const { withProof, dialog } = useProof(hasPassword)
  const start = (what: Doing) => withProof(() => setDoing(what))
  useEffect(() => void fetchSignInMethods().then(setOffers), [])
  const isOn = factors.length > 0
  const left = codes.is === 'ready' ? codes.value : null
  const done = async () => {
    await Promise.all([onChanged(), countAgain()])
  }
  /** Offer recovery codes right after the first factor is added. */
  const added = async () => {
    await done()
    setDoing(left === null || left.left === 0 ? { is: 'codes' } : null)
  }
  return (
    <Section
      title="Two-factor sign-in"
      lead={
        isOn
          ? 'After your password you are asked for a second proof.'
          : 'Adds a code to your password, so a stolen password is not enough. Your other devices will be signed out when you set it up.'
      }
      action={<Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      {isOn && left?.left === 0 && (
        <Alert
          tone="warning"
          title="You have no recovery codes"
          className="mx-4 mb-4 sm:mx-5"
          action={
            <Button size="sm" onClick={() => start({ is: 'codes' })}>
              Make codes
            </Button>
          }
        >
          Without them, losing your phone means losing your account.
        </Alert>
      )}
      {isOn && (
        <SectionList label="Second factors">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onRemove={() => start({ is: 'remove', factor })} />
          ))}
          {left !== null && left.left > 0 && <CodesRow left={left} onNew={() => start({ is: 'codes' })} />}
        </SectionList>
      )}
      <div className="flex flex-col gap-2 border-t border-line px-4 py-3.5 sm:flex-row sm:px-5">
        <Button
          tone={isOn ? 'plain' : 'primary'}
          icon={<ShieldCheck size={17} aria-hidden="true" />}
          onClick={() => start({ is: 'app' })}
        >
          {isOn ? 'Add another app' : 'Set up an authenticator app'}
        </Button>
        {offers.texts && (
          <Button
            icon={<MessageSquare size={17} aria-hidden="true" />}
            onClick={() => start({ is: 'phone' })}
          >
            Add a phone
          </Button>
        )}
      </div>
      {dialog}
      {doing?.is === 'app' && <AddApp factors={factors} onClose={() => setDoing(null)} onAdded={added} />}
      {doing?.is === 'phone' && <AddPhone factors={factors} onClose={() => setDoing(null)} onAdded={added} />}
      {doing?.is === 'codes' && (
        <NewCodes replaces={(left?.left ?? 0) > 0} onClose={() => setDoing(null)} onCreated={countAgain} />
      )}
      {doing?.is === 'remove' && (
        <RemoveFactorDialog
          factor={doing.factor}
          isLast={factors.length === 1}
          onClose={() => setDoing(null)}
          onDone={done}
        />
      )}
    </Section>
  )
}

type RemoveFactorDialogProps = {
  factor: Factor
  isLast: boolean
  onClose: () => void
  onDone: () => Promise<void>
}

function RemoveFactorDialog({ factor, isLast, onClose, onDone }: RemoveFactorDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove ${factor.name}?`}
      description={
        isLast
          ? 'Two-factor sign-in will be off: you will sign in with your password only. Your recovery codes stop working too.'
          : 'You may be asked for another of your factors to go on.'
      }
      action="Remove"
      work={() => removeFactor(factor.id)}
      success={`${factor.name} is removed`}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  return (
    <SectionRow
      icon={factor.type === 'phone' ? <MessageSquare size={17} /> : <Smartphone size={17} />}
      title={factor.name}
      action={
        <Button size="sm" aria-label={`Remove ${factor.name}`} onClick={onRemove}>
          Remove
        </Button>
      }
    >
      {factor.type === 'phone' ? 'Codes by text message' : 'Codes of an app'}, added{' '}
      <Time at={factor.added}>{agoText(factor.added, serverNow())}</Time>
    </SectionRow>
  )
}

function CodesRow({ left, onNew }: { left: CodesLeft; onNew: () => void }) {
  return (
    <SectionRow
      icon={<LifeBuoy size={17} />}
      title={
        <>
          Recovery codes
          {left.left <= FEW && <Badge tone="warn">Few left</Badge>}
        </>
      }
      action={
        <Button size="sm" onClick={onNew}>
          Make new codes
        </Button>
      }
    >
      {left.left === 1 ? '1 code' : `${left.left} codes`} left
      {left.created_at !== null && (
        <>
          , made <Time at={left.created_at}>{agoText(left.created_at, serverNow())}</Time>
        </>
      )}
    </SectionRow>
  )
}
