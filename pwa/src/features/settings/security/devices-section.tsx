// The devices on which the user is signed in, each with a button to sign it out at once.
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'

import { serverNow } from '../../../lib/time/clock'
import { agoText } from '../../../lib/text/days'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { Section, SectionList, SectionRow } from '../../../ui/layout/section'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useToasts } from '../../../ui/feedback/toast'
import { Time } from '../../../ui/time'
import { fetchDevices, endDevice, endOtherDevices, type SignedInDevice } from '../remote'
import { LoadAgain } from './load-again'
import { deviceName } from '../../../lib/text/device-name'
import { useLoaded } from './use-loaded'

/** Used in place of a device's id: all other devices. */
const OTHERS = 'others'

export function DevicesSection() {
  const [devices, reload] = useLoaded(fetchDevices)
  /** The id of the device that is being signed out, or `OTHERS`. */
  const [endingId, setEndingId] = useState<string | null>(null)
  const toasts = useToasts()
  const end = async (id: string, title: string) => {
    if (endingId !== null) return
    setEndingId(id)
    const error = await (id === OTHERS ? endOtherDevices() : endDevice(id))
    await reload()
    setEndingId(null)
    toasts.show(error === null ? { tone: 'success', title } : { tone: 'error', title: error.message })
  }
  const list = devices.is === 'ready' ? devices.value : []
  return (
    <Section
      title="Signed-in devices"
      lead="Signing a device out takes effect at once. Its unsent messages stay on it."
      action={
        list.length > 1 && (
          <Button
            className="max-sm:w-full"
            busy={endingId === OTHERS}
            onClick={() => void end(OTHERS, 'All other devices are signed out')}
          >
            Sign out all others
          </Button>
        )
      }
    >
      {devices.is === 'loading' && <Skeleton className="mx-5 mb-5 h-12" />}
      {devices.is === 'failed' && (
        <div className="px-4 pb-4 sm:px-5">
          <LoadAgain message={devices.message} onRetry={reload} />
        </div>
      )}
      {devices.is === 'ready' && (
        <SectionList label="Signed-in devices">
          {[...list]
            .sort((one, other) => Number(other.is_current) - Number(one.is_current))
            .map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                busy={endingId === device.id}
                onEnd={(name) => void end(device.id, `${name} is signed out`)}
              />
            ))}
        </SectionList>
      )}
    </Section>
  )
}

type DeviceRowProps = { device: SignedInDevice; busy: boolean; onEnd: (name: string) => void }

function DeviceRow({ device, busy, onEnd }: DeviceRowProps) {
  const { name, isHandheld } = deviceName(device.user_agent)
  return (
    <SectionRow
      icon={isHandheld ? <Smartphone size={17} /> : <Laptop size={17} />}
      title={
        <>
          {name}
          {device.is_current && <Badge tone="primary">This device</Badge>}
        </>
      }
      action={
        !device.is_current && (
          <Button size="sm" busy={busy} aria-label={`Sign out ${name}`} onClick={() => onEnd(name)}>
            Sign Out
          </Button>
        )
      }
    >
      {device.address ? `${device.address} · ` : ''}
      {device.is_current ? (
        'in use now'
      ) : (
        <>
          last used <Time at={device.refreshed_at}>{agoText(device.refreshed_at, serverNow())}</Time>
        </>
      )}{' '}
      · signed in <Time at={device.created_at}>{agoText(device.created_at, serverNow())}</Time>
    </SectionRow>
  )
}
