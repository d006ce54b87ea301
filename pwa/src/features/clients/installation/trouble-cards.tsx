// The health cards with failed deliveries: push notifications and emails. A card without failures is not shown.
import { agoText } from '../../../lib/text/days'
import { deviceName } from '../../../lib/text/device-name'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import type { Installation } from '../remote'
import { Line, Lines } from './lines'

export function PushTroublesCard({ troubles }: { troubles: Installation['push_troubles'] }) {
  const now = useMinute()
  if (troubles.length === 0) return null
  return (
    <Card title="Devices that push notifications do not reach">
      <Lines label="Devices that push notifications do not reach" none="">
        {troubles.map((one) => (
          <Line key={`${one.at} ${one.recipient} ${one.device}`} title={one.recipient} aside={null}>
            {deviceName(one.device).name}, <Time at={one.at}>{agoText(one.at, now)}</Time>: the push service
            did not accept it. Messages still arrive in the app and by email. They can turn push on again in
            Settings.
          </Line>
        ))}
      </Lines>
    </Card>
  )
}

export function MailTroublesCard({ troubles }: { troubles: Installation['mail_troubles'] }) {
  const now = useMinute()
  if (troubles.length === 0) return null
  return (
    <Card title="Emails that were not sent">
      <Lines label="Emails that were not sent" none="">
        {troubles.map((one) => (
          <Line
            key={`${one.at} ${one.recipient}`}
            title={one.recipient}
            aside={
              <Badge tone={one.state === 'failed' ? 'bad' : 'warn'}>
                {one.state === 'failed' ? 'Not sent' : 'Perhaps not delivered'}
              </Badge>
            }
          >
            <Time at={one.at}>{agoText(one.at, now)}</Time>: {one.reason} Check the address with the
            recipient.
          </Line>
        ))}
      </Lines>
    </Card>
  )
}
