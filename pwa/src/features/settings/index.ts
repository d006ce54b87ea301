// Public interface of the settings.
export { DataTab } from './data/data-tab'
export { PortraitTab } from './profile/portrait-tab'
export { ProfileTab } from './profile/profile-tab'
export { ProofDialog } from './security/proof-dialog'
export { SecurityTab } from './security/security-tab'
export { SettingsScreen, type SettingsTab } from './settings-screen'
