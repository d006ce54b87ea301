// The front door of the admins' dashboard.
export { ClientsScreen } from './clients-screen'
export { tabOf } from './tabs'
