// Public exports of the admin dashboard.
export { ClientsScreen } from './clients-screen'
export { tabOf } from './tabs'
