"""The list of reactions: which functions request which work after their commit, and the handler of the work.

Each handler is listed once, with its name in stored effects. That name stays when the handler is renamed or moved.
A check compares `after` with the calls of `after_commit`.
"""

from accounts import tasks as accounts
from accounts.effects import erasure
from accounts.services.erasure import request_erasure
from analytics import tasks as analytics
from analytics import workflows as analytics_workflows
from analytics.workflows import figure_reads
from billing import tasks as billing
from billing import workflows as billing_workflows
from chatbots import tasks as chatbots
from chatbots.effects import deleted_bots, embedding_jobs
from chatbots.services import deletion, saved_questions, training
from files import services as files_services
from files import tasks as files
from files.effects import preview_drawing
from mail import services as mail_services
from mail import tasks as mail
from mail.effects import delivery as mail_delivery
from messaging import tasks as messaging
from messaging.services import notify as messages
from notifications import tasks as notifications
from notifications.effects import delivery, pushes
from notifications.services import notices, preferences, weekly_email
from performance import tasks as performance
from performance.effects import scan_job
from performance.services import requests
from reports import services as reports
from reports.effects import video_posters
from reports.services import notify as report_notices
from reports.services import publication
from server.backups import tasks as backups
from sync import tasks as sync
from sync.effects.reactions import BatchReaction, Reaction

REACTIONS: tuple[Reaction | BatchReaction, ...] = (
    # Every hour or more often, each process requests the work of its day, hour or week. One process does it.
    Reaction("sync.prune", sync.prune, after=[sync.request_pruning]),
    Reaction("mail.prune", mail.prune, after=[mail.schedule_pruning]),
    Reaction("accounts.prune", accounts.prune, after=[accounts.schedule_pruning]),
    Reaction("messaging.prune", messaging.prune, after=[messaging.request_pruning]),
    Reaction("notifications.prune", notifications.prune, after=[notifications.schedule_pruning]),
    Reaction("chatbots.prune", chatbots.prune, after=[chatbots.schedule_pruning]),
    Reaction("files.sweep", files.sweep, after=[files.request_sweep]),
    Reaction("billing.reconcile", billing.reconcile, after=[billing.schedule_reconciling]),
    Reaction("backups.daily", backups.back_up, after=[backups.schedule_backup], queue=backups.BACKUPS),
    Reaction("analytics.round", analytics.request_all_reads, after=[analytics.schedule_round]),
    Reaction("performance.friday", performance.friday_run, after=[performance.schedule_friday_run]),
    Reaction("notifications.week", notifications.request_weekly_emails, after=[notifications.schedule_week]),
    # An email is stored.
    Reaction("mail.deliver", mail_delivery.deliver, after=[mail_services.send, mail_services.send_composed]),
    # A user erases their account.
    Reaction("accounts.erase", erasure.erase, after=[request_erasure], queue=erasure.ERASURES),
    # A message is sent or taken back.
    BatchReaction(
        "messaging.tell",
        messages.send_notifications,
        after=[messages.request_notification, messages.withdraw],
        at_a_time=messages.BATCH_SIZE,
    ),
    BatchReaction(
        "messaging.tell-more",
        messages.update_notifications,
        after=[messages.request_update],
        at_a_time=messages.BATCH_SIZE,
    ),
    # A notice is stored. It is pushed, then emailed, then marked, unless its recipient opens it first.
    BatchReaction(
        "notifications.push",
        pushes.request_pushes,
        after=[notices.notify, pushes.enqueue_pushes],
        at_a_time=pushes.PUSH_BATCH_SIZE,
        queue=pushes.PUSHES,
    ),
    Reaction(
        "notifications.deliver",
        pushes.deliver,
        after=[pushes.enqueue_pushes, preferences.test_device],
        queue=pushes.PUSHES,
    ),
    BatchReaction(
        "notifications.mail", delivery.email_notices, after=[pushes.enqueue_pushes, delivery.email_unseen], at_a_time=1
    ),
    BatchReaction("notifications.unreached", delivery.check_unreached, after=[pushes.enqueue_pushes], at_a_time=1),
    # The weekly emails are requested.
    BatchReaction("notifications.weekly-mail", weekly_email.send_requested, after=[weekly_email.request], at_a_time=1),
    # A file is uploaded.
    Reaction(
        "files.preview", preview_drawing.draw_preview, after=[files_services.complete], queue=preview_drawing.DRAWING
    ),
    # A report is scheduled or published, or clients' devices need the poster of a report's or a weekly video.
    BatchReaction("reports.publish", publication.publish_scheduled, after=[reports.publish_report], at_a_time=1),
    BatchReaction("reports.tell", report_notices.send_notifications, after=[report_notices.schedule], at_a_time=1),
    Reaction("reports.poster", video_posters.fetch, after=[video_posters.request], queue=video_posters.POSTERS),
    # A scan is requested.
    Reaction(
        "performance.scan", scan_job.scan, after=[requests.add_scan, requests.queue_on_demand], queue=scan_job.ON_DEMAND
    ),
    Reaction("performance.weekly-scan", scan_job.weekly_scan, after=[requests.add_scan], queue=scan_job.WEEKLY),
    # A client connects Google Analytics, or an hour begins.
    Reaction(
        "analytics.read",
        figure_reads.read_figures,
        after=[analytics_workflows.store_consent, analytics_workflows.connect_property, figure_reads.request_reads],
        queue=figure_reads.GOOGLE,
    ),
    # Stripe sends an event, a trial begins, or a day begins.
    Reaction("billing.event", billing_workflows.handle_event, after=[billing_workflows.store_event]),
    Reaction("billing.trial-ends", billing_workflows.remind_of_trial_end, after=[billing_workflows.store_state]),
    Reaction("billing.refresh", billing_workflows.refresh_customer, after=[billing_workflows.request_refreshes]),
    # Training or a saved question changes, or vectors of a bot are missing.
    Reaction(
        "chatbots.read",
        embedding_jobs.embed,
        after=[
            training.add_training,
            training.import_training,
            training.change_training,
            saved_questions.save_question,
            saved_questions.answer_question,
            embedding_jobs.request_missing_embeddings,
            embedding_jobs.embed,
        ],
        queue=embedding_jobs.EMBEDDING,
    ),
    # A bot is deleted or restored.
    Reaction("chatbots.show", deleted_bots.show_or_hide, after=[deletion.delete_chatbot, deletion.restore_chatbot]),
    Reaction("chatbots.purge", deleted_bots.purge_deleted, after=[deletion.delete_chatbot]),
)
