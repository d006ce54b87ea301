// The front door of Website Settings.
export { WebsiteSettingsScreen } from './website-settings-screen'
