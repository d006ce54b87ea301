// An admin's name and email address. Nothing in the app changes them, so both are read-only.
import { useLive, useSyncStatus } from '../../../live/live'
import { useRows } from '../../../live/view'
import { TextField } from '../../../ui/form/text-field'
import { Section } from '../../../ui/layout/section'

export function AccountSection() {
  const { userId } = useLive()
  const { name } = useSyncStatus()
  const own = useRows(
    'w',
    async (replica) => ({ admin: await replica.admins.filter(({ user_id }) => user_id === userId).first() }),
    [userId],
  )
  const email = own.is === 'ready' ? own.admin?.email : undefined
  return (
    <Section title="Your account" lead="Clients see your name. You sign in with your email.">
      <div className="flex flex-col gap-4 border-t border-line p-4 sm:p-5">
        <TextField label="Name" value={name ?? ''} readOnly />
        <TextField label="Email" type="email" value={email ?? ''} readOnly />
      </div>
    </Section>
  )
}
