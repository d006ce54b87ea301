// The front door of the settings.
export { ProfileTab } from './profile-tab'
export { SecurityTab } from './security-tab'
export { SettingsScreen, type SettingsTab } from './settings-screen'
