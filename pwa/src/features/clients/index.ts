// The front door of the admins' client list.
export { ClientsScreen } from './clients-screen'
export { ClientsSkeleton } from './clients-skeleton'
