// Public interface of Website Settings.
export { WebsiteSettingsScreen } from './website-settings-screen'
