// The front door of the settings.
export { SettingsScreen } from './settings-screen'
