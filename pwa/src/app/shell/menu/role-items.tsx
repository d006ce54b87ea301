// What stands in the menu for one role alone: how a client's website does, and what admins manage.
import { AdminItems } from './admin-items'
import Website from './website'

export default function OfRole({ role, onFollow }: { role: 'admin' | 'client'; onFollow: (() => void) | undefined }) {
  return role === 'admin' ? <AdminItems onFollow={onFollow} /> : <Website onFollow={onFollow} />
}
