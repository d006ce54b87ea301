// The two switches. Each controls every channel of its kind, on every device.
import type { ClientRow } from '../../db/rows/clients'
import type { PreferencesRow } from '../../db/rows/notices'
import { Section } from '../../ui/layout/section'
import { Switch } from '../../ui/form/switch'
import { useSwitches } from './use-preferences'

export function SwitchesSection({
  client,
  preferences,
  channels,
}: {
  client: ClientRow | undefined
  preferences: PreferencesRow | undefined
  /** How the notifications reach the user. */
  channels: string
}) {
  const { chosen, save } = useSwitches(client !== undefined)
  const messages = chosen?.messages ?? client?.notify_messages ?? preferences?.messages ?? true
  const reports = chosen?.reports ?? client?.notify_reports ?? preferences?.reports ?? true
  const busy = chosen !== null
  const hint =
    client === undefined
      ? 'When a report goes out to a client and you did not publish it yourself.'
      : 'When a report is ready, plus the Monday email.'
  return (
    <Section title="Notify me about" lead={channels}>
      <div className="divide-y divide-line border-t border-line px-4 sm:px-5">
        <Switch
          label="New messages"
          hint="When your team writes to you."
          on={messages}
          busy={busy}
          onChange={(on) => void save({ messages: on })}
        />
        <Switch
          label="New reports"
          hint={hint}
          on={reports}
          busy={busy}
          onChange={(on) => void save({ reports: on })}
        />
      </div>
    </Section>
  )
}
