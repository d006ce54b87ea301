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

type OpenDialog = { is: 'app' } | { is: 'phone' } | { is: 'codes' } | { is: 'remove'; factor: Factor }

/** Up to this number of codes a badge warns that few are left. */
const FEW = 3

type FactorsSectionProps = { factors: Factor[]; hasPassword: boolean; onChanged: () => Promise<void> }

export function FactorsSection({ factors, hasPassword, onChanged }: FactorsSectionProps) {
  const [codes, reloadCodes] = useLoaded(fetchCodesLeft)
  const [methods, setMethods] = useState(storedSignInMethods)
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const { withProof, dialog } = useProof(hasPassword)
  const start = (next: OpenDialog) => withProof(() => setOpenDialog(next))
  useEffect(() => void fetchSignInMethods().then(setMethods), [])
  const isOn = factors.length > 0
  const codesLeft = codes.is === 'ready' ? codes.value : null
  const reload = async () => {
    await Promise.all([onChanged(), reloadCodes()])
  }
  // Offer recovery codes to a user who has none, or whose number of codes could not be loaded.
  const onAdded = async () => {
    await reload()
    setOpenDialog(codesLeft === null || codesLeft.left === 0 ? { is: 'codes' } : null)
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
      {isOn && codesLeft?.left === 0 && (
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
          {codesLeft !== null && codesLeft.left > 0 && (
            <CodesRow codesLeft={codesLeft} onNew={() => start({ is: 'codes' })} />
          )}
        </SectionList>
      )}
      <div className="flex flex-col gap-2 border-t border-line px-4 py-3.5 sm:flex-row sm:px-5">
        <Button
          tone={isOn ? 'bordered' : 'primary'}
          icon={<ShieldCheck size={17} aria-hidden="true" />}
          onClick={() => start({ is: 'app' })}
        >
          {isOn ? 'Add another app' : 'Set up an authenticator app'}
        </Button>
        {methods.texts && (
          <Button
            icon={<MessageSquare size={17} aria-hidden="true" />}
            onClick={() => start({ is: 'phone' })}
          >
            Add a phone
          </Button>
        )}
      </div>
      {dialog}
      {openDialog?.is === 'app' && (
        <AddApp factors={factors} onClose={() => setOpenDialog(null)} onAdded={onAdded} />
      )}
      {openDialog?.is === 'phone' && (
        <AddPhone factors={factors} onClose={() => setOpenDialog(null)} onAdded={onAdded} />
      )}
      {openDialog?.is === 'codes' && (
        <NewCodes
          replaces={codesLeft?.left !== 0}
          onClose={() => setOpenDialog(null)}
          onCreated={reloadCodes}
        />
      )}
      {openDialog?.is === 'remove' && (
        <RemoveFactorDialog
          factor={openDialog.factor}
          isLast={factors.length === 1}
          onClose={() => setOpenDialog(null)}
          onDone={reload}
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

function CodesRow({ codesLeft, onNew }: { codesLeft: CodesLeft; onNew: () => void }) {
  return (
    <SectionRow
      icon={<LifeBuoy size={17} />}
      title={
        <>
          Recovery codes
          {codesLeft.left <= FEW && <Badge tone="warn">Few left</Badge>}
        </>
      }
      action={
        <Button size="sm" onClick={onNew}>
          Make new codes
        </Button>
      }
    >
      {codesLeft.left === 1 ? '1 code' : `${codesLeft.left} codes`} left
      {codesLeft.created_at !== null && (
        <>
          , made <Time at={codesLeft.created_at}>{agoText(codesLeft.created_at, serverNow())}</Time>
        </>
      )}
    </SectionRow>
  )
}
