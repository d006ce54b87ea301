// The devices that receive push notifications. The user can turn on, test and repair this one, and remove the
// others.
import { BellRing, Laptop, Smartphone } from 'lucide-react'

import type { PushDeviceRow } from '../../../db/rows/notices'
import { agoText } from '../../../lib/text/days'
import { deviceName } from '../../../lib/text/device-name'
import { PRODUCT_NAME } from '../../../lib/product'
import { Alert } from '../../../ui/feedback/alert'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { Section, SectionList, SectionRow } from '../../../ui/layout/section'
import { useMedia } from '../../../ui/hooks/use-media'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import type { Push } from './use-push'

export function DevicesSection({ devices, push }: { devices: PushDeviceRow[]; push: Push }) {
  const { state, busy } = push
  const isInstalled = useMedia('(display-mode: standalone)')
  const own =
    state?.is === 'on' ? devices.find(({ fingerprint }) => fingerprint === state.fingerprint) : undefined
  // The browser has a subscription that the server does not have, or the reverse.
  const isBroken = state?.is === 'lost' || (state?.is === 'on' && own === undefined)
  return (
    <Section
      title="Devices"
      lead="Get notified on this device, even when the app is closed."
      action={
        state?.is === 'off' && (
          <Button
            tone="primary"
            className="max-sm:w-full"
            busy={busy === 'on'}
            icon={<BellRing size={17} aria-hidden="true" />}
            onClick={push.turnOn}
          >
            Notify me
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3 px-4 pb-4 empty:hidden sm:px-5">
        {push.problem !== null && <Alert>{push.problem}</Alert>}
        {state?.is === 'denied' && (
          <Alert
            tone="warning"
            title={`Notifications are blocked ${isInstalled ? 'on this device' : 'in this browser'}`}
          >
            {isInstalled
              ? `Open the settings of ${PRODUCT_NAME} on this device. Allow notifications there, then try again.`
              : 'Press the icon left of the address bar. Allow notifications there, then try again.'}
            <div className="mt-2">
              <Button size="sm" busy={busy === 'on'} onClick={push.turnOn}>
                Try Again
              </Button>
            </div>
          </Alert>
        )}
        {state?.is === 'home-screen' && (
          <Alert tone="info" title={`Add ${PRODUCT_NAME} to the Home Screen first`}>
            Press Share in Safari, then Add to Home Screen. Open {PRODUCT_NAME} from there, come back to this
            page and press Notify me.
          </Alert>
        )}
        {state?.is === 'unsupported' && (
          <Alert tone="info">This browser cannot show notifications. We will email you instead.</Alert>
        )}
        {isBroken && (
          <Alert
            tone="warning"
            title="Notifications have stopped on this device"
            action={
              <Button size="sm" busy={busy === 'on'} onClick={push.turnOn}>
                Repair
              </Button>
            }
          >
            The browser has lost its connection to them.
          </Alert>
        )}
      </div>
      {devices.length > 0 && (
        <SectionList label="Devices">
          {devices
            .toSorted((one, other) => Number(other === own) - Number(one === own))
            .map((device) => (
              <DeviceRow key={device.id} device={device} isOwn={device === own} push={push} />
            ))}
        </SectionList>
      )}
    </Section>
  )
}

function DeviceRow({ device, isOwn, push }: { device: PushDeviceRow; isOwn: boolean; push: Push }) {
  const now = useMinute()
  const { name, isHandheld } = deviceName(device.user_agent)
  return (
    <SectionRow
      icon={isHandheld ? <Smartphone size={17} /> : <Laptop size={17} />}
      title={
        <>
          {name}
          {isOwn && <Badge tone="primary">This device</Badge>}
          {device.trouble !== '' && <Badge tone="bad">Not reached</Badge>}
        </>
      }
      action={
        <div className="flex shrink-0 gap-2">
          <Button
            size="sm"
            busy={push.busy === `test ${device.id}`}
            aria-label={`Test ${name}`}
            onClick={() => push.test(device)}
          >
            Test
          </Button>
          <Button
            size="sm"
            tone="borderless"
            busy={push.busy === `off ${device.id}`}
            aria-label={`Turn off ${name}`}
            onClick={() => push.turnOff(device, isOwn)}
          >
            Turn off
          </Button>
        </div>
      }
    >
      {device.trouble === '' ? (
        <>
          {device.shown_at === null ? (
            'nothing shown yet'
          ) : (
            <>
              last shown <Time at={device.shown_at}>{agoText(device.shown_at, now)}</Time>
            </>
          )}{' '}
          · added <Time at={device.added_at}>{agoText(device.added_at, now)}</Time>
        </>
      ) : (
        device.trouble
      )}
    </SectionRow>
  )
}
