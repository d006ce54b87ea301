// The texts of failed actions and loads of the chatbots feature. The home screen imports them, so they are in
// a file without the actions.
export const ERROR_TEXTS = {
  load: 'Failed to load chatbots',
  create: 'Failed to create chatbot',
  edit: 'Failed to update chatbot',
  status: 'Failed to update chatbot status',
  delete: 'Failed to delete chatbot',
  restore: 'Failed to restore chatbot',
  addTraining: 'Failed to add training data',
  changeTraining: 'Failed to update training data',
  deleteTraining: 'Failed to delete training data',
  assign: 'Failed to assign chatbot',
  unassign: 'Failed to remove assignment',
  question: 'Failed to save question',
  source: 'The source could not be read. Please try again.',
  loadOwn: 'Failed to load your chatbots',
  send: 'Failed to send message. Please try again.',
  page: 'Error loading chatbot data. Please try again later.',
  subscribe: 'Failed to subscribe. Please try again later.',
  own: 'Failed to update your chatbots',
} as const
