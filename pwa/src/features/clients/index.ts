// Public exports of the admin dashboard.
export { ClientContext } from './context/client-context'
export { ClientsScreen } from './clients-screen'
export { Palette } from './palette/palette'
export { tabOf } from './tabs'
