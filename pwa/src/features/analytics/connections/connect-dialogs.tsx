// The dialogs that connect a property: through Google's consent page, again after an error, or by its number.
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import type { ConnectionRow } from '../../../db/rows/analytics'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextField } from '../../../ui/form/text-field'
import { useAction } from '../../../ui/hooks/use-action'
import { BUSY_MS, connectManually, connectProperty, onConsent, TEXTS } from '../mutations'
import { openConnect } from '../connect/open-connect'
import { PropertyChooser } from '../connect/property-chooser'
import { WhatWeRead } from '../connect/what-we-read'

export type DialogProps = {
  open: boolean
  onClose: () => void
  connectPath: string
  source: ConnectionRow | undefined
}

/**
 * Opens Google's consent page first. Once the user has agreed there, in this or another window, the dialog
 * offers the choice of a property.
 */
export function ConnectDialog(props: DialogProps) {
  const account = props.source?.connected_account ?? null
  return account === null ? (
    <ConsentDialog {...props} title="Connect Google Analytics 4" />
  ) : (
    <ChooseDialog key={account} {...props} account={account} />
  )
}

/** Opens Google's consent page again. The property does not change. */
export function ReconnectDialog(props: DialogProps) {
  return <ConsentDialog {...props} title="Reconnect Google Analytics 4" />
}

function ConsentDialog({ open, onClose, connectPath, source, title }: DialogProps & { title: string }) {
  const navigate = useNavigate()
  const action = useAction()
  const [hasStarted, setStarted] = useState(false)
  // A new version of the row does not tell this, because every read of the figures changes the row too.
  const [hasAgreed, setAgreed] = useState(false)
  useEffect(() => onConsent(() => setAgreed(true)), [])
  const isComplete = hasAgreed && (source?.connected_account ?? null) !== null
  const start = () => {
    setStarted(true)
    void action.run(async () => {
      const isOpen = openConnect(`${connectPath}?start=1`, (address) => void navigate(address))
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS.connect))
      return isOpen ? { is: 'done', value: undefined } : { is: 'failed', message: TEXTS.connect }
    })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={
        isComplete
          ? 'Your Google account is connected again.'
          : hasStarted && action.error === null
            ? 'Continue in the Google window. This page updates by itself.'
            : 'Google will ask for your consent in a new window. This is what we read:'
      }
      actions={
        isComplete ? (
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" busy={action.busy} onClick={start}>
              {hasStarted ? 'Open Google again' : 'Continue with Google'}
            </Button>
          </>
        )
      }
    >
      {!isComplete && (action.error !== null ? <Alert>{action.error}</Alert> : !hasStarted && <WhatWeRead />)}
    </Dialog>
  )
}

function ChooseDialog({ open, onClose, source, account }: DialogProps & { account: string }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const action = useAction()
  const save = async () => {
    if (chosen === null) action.setError(TEXTS.select)
    else if (await action.run(() => connectProperty(chosen))) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={source?.status === 'connected' ? 'Change Property' : 'Choose a property'}
      description={`The Google Analytics 4 properties of ${account}.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={action.busy} onClick={() => void save()}>
            Connect
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {action.error !== null && <Alert>{action.error}</Alert>}
        <PropertyChooser
          account={account}
          chosen={chosen}
          onChoose={(property) => {
            setChosen(property)
            action.setError(null)
          }}
        />
      </div>
    </Dialog>
  )
}

function AccountFirst({ connectPath }: Pick<DialogProps, 'connectPath'>) {
  const navigate = useNavigate()
  const [isBlocked, setBlocked] = useState(false)
  const start = () => setBlocked(!openConnect(`${connectPath}?start=1`, (address) => void navigate(address)))
  return (
    <>
      <Alert
        tone="warning"
        className="mb-3"
        title="No Google account is connected"
        action={
          <Button size="sm" onClick={start}>
            Continue with Google
          </Button>
        }
      >
        Connect one first. Your input here is kept.
      </Alert>
      {isBlocked && <Alert className="mb-3">{TEXTS.connect}</Alert>}
    </>
  )
}

/**
 * Sets a property by its number, which the server checks against the connected account. Without an account,
 * the dialog offers Google's consent page first.
 */
export function ManualDialog({ open, onClose, connectPath, source }: DialogProps) {
  const [typedId, setTypedId] = useState('')
  const action = useAction()
  const account = source?.connected_account ?? null
  const hasAccount = account !== null
  // A response is valid only for the account that it was requested with.
  const [triedWith, setTriedWith] = useState(account)
  const error = triedWith === account ? action.error : null
  const save = async () => {
    setTriedWith(account)
    if (await action.run(() => connectManually(typedId))) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Connect manually"
      description={
        hasAccount
          ? 'Type the number of a property that your connected Google account may read.'
          : 'A property is connected by its number and by a Google account that may read it.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="manual-connect" busy={action.busy}>
            Connect
          </Button>
        </>
      }
    >
      {!hasAccount && <AccountFirst connectPath={connectPath} />}
      <form
        id="manual-connect"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!action.busy) void save()
        }}
      >
        <TextField
          label="Property ID"
          inputMode="numeric"
          autoComplete="off"
          value={typedId}
          onChange={(event) => {
            setTypedId(event.target.value)
            action.setError(null)
          }}
          hint="In Google Analytics under Admin, Property details, at the top right: usually nine digits."
          error={error ?? undefined}
        />
      </form>
    </Dialog>
  )
}
