/** Notifications with the users they reached, and notification settings. */
import type { Database } from "./database.ts";

export const notificationTables = `
  CREATE TABLE IF NOT EXISTS notifications (
    organization TEXT NOT NULL, id TEXT NOT NULL, document TEXT, location TEXT, data TEXT NOT NULL,
    deliveries INTEGER NOT NULL DEFAULT 1, created INTEGER NOT NULL,
    PRIMARY KEY (organization, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS recipients (
    organization TEXT NOT NULL, notification TEXT NOT NULL, user TEXT NOT NULL,
    PRIMARY KEY (organization, notification, user)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS recipients_by_user ON recipients (user);
  CREATE TABLE IF NOT EXISTS notification_configs (
    organization TEXT NOT NULL, document TEXT NOT NULL, user TEXT NOT NULL, config TEXT NOT NULL,
    PRIMARY KEY (organization, document, user)) WITHOUT ROWID;`;

export interface NotificationRow {
  readonly organization: string;
  readonly id: string;
  readonly document: string | null;
  readonly location: string | null;
  /** The content, as a JSON object. */
  readonly data: string;
  /** How often it was sent: more than once where a call was repeated with the same id. */
  readonly deliveries: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

export interface ConfigRow {
  readonly organization: string;
  /** Empty: the whole organization. */
  readonly document: string;
  readonly user: string;
  /** JSON object. */
  readonly config: string;
}

export const notificationStore = (database: Database) => {
  const find = database.prepare<NotificationRow>("SELECT * FROM notifications WHERE organization = ? AND id = ?");
  const list = database.prepare<NotificationRow>("SELECT * FROM notifications WHERE organization = ?");
  const put = database.prepare(
    "INSERT OR REPLACE INTO notifications (organization, id, document, location, data, deliveries, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const ofUser = database.prepare<NotificationRow>(`
    SELECT n.* FROM recipients r JOIN notifications n ON n.organization = r.organization AND n.id = r.notification
    WHERE r.user = ?1 AND (?2 IS NULL OR r.organization = ?2) ORDER BY n.created, n.id LIMIT ?3 OFFSET ?4`);
  const recipients = database.prepare<{ user: string }>("SELECT user FROM recipients WHERE organization = ? AND notification = ?");
  const isRecipient = database.prepare("SELECT 1 FROM recipients WHERE organization = ? AND notification = ? AND user = ?");
  const addRecipient = database.prepare(
    "INSERT INTO recipients (organization, notification, user) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const removeRecipients = database.prepare("DELETE FROM recipients WHERE organization = ? AND notification = ?");
  const removeUser = database.prepare("DELETE FROM recipients WHERE user = ?");
  const createdBy = database.prepare<NotificationRow>("SELECT * FROM notifications WHERE json_extract(data, '$.actionUser.userId') = ?");
  const remove = database.prepare("DELETE FROM notifications WHERE organization = ? AND id = ?");
  const config = database.prepare<ConfigRow>("SELECT * FROM notification_configs WHERE organization = ? AND document = ? AND user = ?");
  const configs = database.prepare<ConfigRow>("SELECT * FROM notification_configs WHERE organization = ?");
  const putConfig = database.prepare(
    "INSERT OR REPLACE INTO notification_configs (organization, document, user, config) VALUES (?, ?, ?, ?)",
  );

  return {
    find: (organization: string, id: string) => find.get(organization, id),
    list: (organization: string) => list.all(organization),
    put: (row: NotificationRow) =>
      void put.run(row.organization, row.id, row.document, row.location, row.data, row.deliveries, row.created),
    ofUser: (user: string, organization: string | null, limit: number, offset: number) => ofUser.all(user, organization, limit, offset),
    recipients: (organization: string, id: string) => recipients.all(organization, id).map(({ user }) => user),
    isRecipient: (organization: string, id: string, user: string) => isRecipient.get(organization, id, user) !== undefined,
    setRecipients: (organization: string, id: string, users: Iterable<string>) => {
      removeRecipients.run(organization, id);
      for (const user of users) addRecipient.run(organization, id, user);
    },
    /** What the user caused, and the user as a recipient of the rest (operation 18). */
    removeUser: (user: string) => {
      removeUser.run(user);
      for (const { organization, id } of createdBy.all(user)) {
        removeRecipients.run(organization, id);
        remove.run(organization, id);
      }
    },
    config: (organization: string, document: string, user: string) => config.get(organization, document, user),
    configs: (organization: string) => configs.all(organization),
    putConfig: (row: ConfigRow) => void putConfig.run(row.organization, row.document, row.user, row.config),
  };
};
