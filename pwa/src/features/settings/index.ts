// The front door of the settings.
export { DataTab } from './data-tab'
export { ProfileTab } from './profile-tab'
export { SecurityTab } from './security-tab'
export { SettingsScreen, type SettingsTab } from './settings-screen'
