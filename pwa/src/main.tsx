// Starts the app.
document.title = 'Pulseboard'
