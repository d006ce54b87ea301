// The specification's texts for a user without a client account, and for a client whose data cannot be read.

export const NO_CLIENT = 'No client account found. Please contact support.'
export const NO_CLIENT_TITLE = 'No client account found'
export const NOT_LOADED = 'Error loading client data. Please try again later.'
