// The part of the menu that depends on the role: the website's performance for clients, the administration
// for admins.
import { AdminItems } from './admin-items'
import Website from './website'

export default function RoleItems({
  role,
  onFollow,
}: {
  role: 'admin' | 'client'
  onFollow: (() => void) | undefined
}) {
  return role === 'admin' ? <AdminItems onFollow={onFollow} /> : <Website onFollow={onFollow} />
}
