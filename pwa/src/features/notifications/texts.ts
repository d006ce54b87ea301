// Texts of the Notifications tab about saving and loading.

export const SAVED = 'Notification preferences updated'
export const NOT_SAVED = 'Failed to update notification preferences. Please try again.'
export const NO_CLIENT = 'No client account found. Please contact support.'
export const NOT_LOADED = 'Error loading client data. Please try again later.'
