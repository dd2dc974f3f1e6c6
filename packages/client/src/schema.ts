// Generated from contracts/openapi.json: run npm run -s generate.
export interface paths {
    "/reports/websites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List websites
         * @description The websites of the token. Lists the websites that the token covers, by id. Start here if a call requires website_id, then call GET /api/v1/reports/website.
         */
        get: operations["list_websites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/website": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Website report
         * @description Metrics of a website. Metrics of one website over a window, optionally as a time series (group_by) and compared with the previous period (previous_period). Next: GET /api/v1/reports/campaigns shows which campaigns drive these numbers. For several websites use GET /api/v1/reports/account/performance.
         */
        get: operations["get_website_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/website/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Weekly insights
         * @description The newest weekly insights snapshot. The newest weekly snapshot of a website: performance and up to 7 recommendations, written on Mondays for the week before. Returns 404 if there is none yet. For details, call any report with timeframe=insights_week.
         */
        get: operations["get_website_insights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Campaigns with their metrics. Campaigns of a website with their metrics, live and archived, one page at a time, sorted by one of nine values. Use it to find the best or worst campaign and the ids that feed GET /api/v1/reports/campaigns/{id}.
         */
        get: operations["list_campaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Campaign report
         * @description A campaign and its variants. Metrics of one campaign and of each of its variants. The id comes from GET /api/v1/reports/campaigns; pass the returned variant ids to GET /api/v1/reports/variants/{id}.
         */
        get: operations["get_campaign_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List experiments
         * @description Running experiments with their variants. Live campaigns that split traffic between two or more variants, newest first, with the metrics of these variants, to see which one wins. For a campaign without a split use GET /api/v1/reports/campaigns/{id}.
         */
        get: operations["list_experiments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/variants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Variant report
         * @description A variant and its funnel steps. Metrics of one variant and of each of its funnel steps, in order: where visitors drop off. The id comes from GET /api/v1/reports/campaigns/{id} or GET /api/v1/reports/experiments; pass the returned step ids to GET /api/v1/reports/steps/{id}.
         */
        get: operations["get_variant_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/steps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Step report
         * @description A funnel step and its elements. Metrics of one funnel step and of each of its elements; an element has the views of its step. The id comes from GET /api/v1/reports/variants/{id}; pass the returned element ids to GET /api/v1/reports/elements/{id}.
         */
        get: operations["get_step_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/elements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Element report
         * @description An element, its answers and its products. Metrics of one element (its views are those of its step), the answers to its fields (field by field, most answered first), and its products, most revenue first. The id comes from GET /api/v1/reports/steps/{id}. Free-text answers are only counted, under value null.
         */
        get: operations["get_element_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/account/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Account performance
         * @description All websites of the token side by side. Every website of the token, or a subset, side by side and summed, compared with the previous period. viewers, conversions and subscribes are distinct per website; the aggregate adds them up. Currencies are not converted.
         */
        get: operations["get_account_performance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Areas, newest first
         * @description The areas of a website, newest first. Scope: `areas:read`.
         */
        get: operations["list_areas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Contacts, newest first
         * @description A page of up to 25 contacts, newest first. `Link` leads to the other pages, `X-Total-Count` is the total number. Scope: `contacts:read`.
         */
        get: operations["list_contacts"];
        put?: never;
        /**
         * Create or update a contact
         * @description Finds the contact by e-mail, else by phone, and changes it (200), or creates it (201). A contact without e-mail that has the phone gets the e-mail; a contact with another e-mail stays a separate contact. Scope: `contacts:write`.
         */
        post: operations["upsert_contact"];
        /**
         * Delete a contact
         * @description Permanently deletes the contact with this e-mail and everything stored about the person. A phone is accepted instead: it deletes the oldest contact with it. Scope: `contacts:write`.
         */
        delete: operations["delete_contact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Campaigns that are not archived, newest first
         * @description Every campaign that is not archived with its variants. Counts are all-time distinct visitors. Scope: `ctas:read`.
         */
        get: operations["list_ctas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The record of the website
         * @description The full record of the website of the credential. `api_key` is a secret. Counts are all-time distinct visitors. Scope: `websites:read`.
         */
        get: operations["get_website"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/website/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Insights of a week
         * @description The insights snapshot of an earlier week. The insights of one week, as GET /api/v1/reports/website/insights has those of the newest. GET /api/beyond-v1/website/insights/weeks lists the weeks; any other is 404.
         */
        get: operations["get_insights_of_week"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/website/insights/weeks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Weeks with insights
         * @description The weeks with an insights snapshot. The weeks of which the website has an insights snapshot, newest first, each named by its Monday. GET /api/beyond-v1/website/insights has the snapshot.
         */
        get: operations["list_insights_weeks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description The channels that are only about websites of the token: of its person, or of the account if it has none. A token that covers its person lists all channels of the person, and of the accounts that the person owns. Scope: `notifications`.
         */
        get: operations["list_notification_channels"];
        put?: never;
        /**
         * Create a channel
         * @description Creates a channel. A token of a person creates one of the person, any other token one of the account of the websites. The secret of a webhook is returned once. Mail is sent only after its reader has agreed. Scope: `notifications`.
         */
        post: operations["create_notification_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a channel
         * @description What it sends, where to and whether messages arrive. Scope: `notifications`.
         */
        get: operations["get_notification_channel"];
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description Ends a channel for good. To pause it, change `enabled`. Scope: `notifications`.
         */
        delete: operations["delete_notification_channel"];
        options?: never;
        head?: never;
        /**
         * Change a channel
         * @description Changes the fields that are sent and leaves the others as they are. Where messages go cannot be changed: create another channel. Scope: `notifications`.
         */
        patch: operations["change_notification_channel"];
        trace?: never;
    };
    "/beyond-v1/notifications/channels/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Gives a webhook a new secret. For a week both sign: give the new one to the receiver, which accepts both meanwhile. Scope: `notifications`.
         */
        post: operations["rotate_notification_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/channels/{id}/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the reader again
         * @description Only for an address whose reader has neither agreed nor said no. A person may ask five times an hour. Scope: `notifications`.
         */
        post: operations["ask_notification_reader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a channel
         * @description Really sends a message of the type `channel.test`, at most ten times an hour for all channels of an owner. The log has what became of it: GET /api/beyond-v1/notifications/channels/{id}/deliveries. Scope: `notifications`.
         */
        post: operations["test_notification_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/channels/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The log of a channel
         * @description The newest messages of a channel about websites of the token, with the number of attempts, the last answer and the next attempt. Scope: `notifications`.
         */
        get: operations["list_notification_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/mutes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mutes of all channels
         * @description The campaigns and websites that channels say nothing about at the moment, by channel. Scope: `notifications`.
         */
        get: operations["list_all_notification_mutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/channels/{id}/mutes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mutes
         * @description The campaigns and websites that a channel says nothing about at the moment. Scope: `notifications`.
         */
        get: operations["list_notification_mutes"];
        put?: never;
        /**
         * Mute a campaign
         * @description Makes a channel say nothing about a campaign or a website. Muting it again changes the time. Scope: `notifications`.
         */
        post: operations["mute_notifications"];
        /**
         * Lift a mute
         * @description Lifts a mute of a channel. Scope: `notifications`.
         */
        delete: operations["unmute_notifications"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is broken
         * @description The newest 100 episodes of the websites. Each is told once to every channel that wants to know. Scope: `notifications`.
         */
        get: operations["list_notification_episodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/episodes/{episode_id}/fixed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a break is fixed
         * @description Notes that somebody has fixed a break. It ends when the numbers say so; until then nobody is reminded of it for a week. Scope: `notifications`.
         */
        post: operations["mark_episode_fixed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/notifications/choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a channel can be about
         * @description The websites that a channel of this token can be about, and the address that need not be asked. Scope: `notifications`.
         */
        get: operations["get_notification_choices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/embedding/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List embed origins
         * @description The accounts that the person of the token owns, with the origins whose pages may show their reports. Needs a token that covers all that its person may see, as that of the dashboard. Scope: `embedding`.
         */
        get: operations["list_embed_origins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/embedding/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set embed origins
         * @description Replaces the origins whose pages may show the reports of all websites of an account. Only its owner may. It takes effect within a minute. Needs the same token as the list. Scope: `embedding`.
         */
        patch: operations["set_embed_origins"];
        trace?: never;
    };
    "/beyond-v1/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List share links
         * @description The links of the person and of the accounts that the person owns, about websites of the token. A link that has ended disappears after 30 days. Scope: `sharing`.
         */
        get: operations["list_share_links"];
        put?: never;
        /**
         * Create a share link
         * @description Creates a link to the reports of a website or campaign and returns its secret, once (201). A request_id that was sent before creates nothing and returns that link without its secret (200). A person has at most 100 active links and makes at most 200 an hour; readers share nothing. Scope: `sharing`.
         */
        post: operations["create_share_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/share-links/{id}/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who opened a share link
         * @description The link, and its openings with network and browser: of each network the first and the newest, at most 20, and at most 1,000 in all. A page that stays open counts once; previews of chats and mail programs count, too. Scope: `sharing`.
         */
        get: operations["list_share_link_openings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beyond-v1/share-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a share link
         * @description Ends a link for good, also on pages that are open now. Its maker and the owners of the account can do it. The list has it for another 30 days. Scope: `sharing`.
         */
        delete: operations["revoke_share_link"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "campaign.broke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign broke
         * @description A campaign no longer does what it did. Sent once for each break.
         */
        post: operations["on_campaign_broke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.still_broken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign is still broken
         * @description A week after it broke, a campaign is still broken. Sent once for each break.
         */
        post: operations["on_campaign_still_broken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign works again
         * @description A campaign that broke works again.
         */
        post: operations["on_campaign_recovered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "experiment.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An experiment is decided
         * @description A variant of an experiment is better, or worse, than the others beyond chance.
         */
        post: operations["on_experiment_decided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "website.silent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A website sends no events
         * @description A website that usually has events has none for an unlikely time.
         */
        post: operations["on_website_silent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "digest.weekly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The week of all websites
         * @description The week of all websites of the webhook, against the week before. Sent on Mondays.
         */
        post: operations["on_digest_weekly"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "channel.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test
         * @description Somebody wants to know whether messages arrive.
         */
        post: operations["on_channel_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description RFC 9457 problem details. */
        Problem: {
            /**
             * Format: uri
             * @description The code as an address; it leads nowhere.
             */
            type: string;
            /** @description The kind of problem, for people. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong and how to fix it. */
            detail: string;
            /** @description Stable, for programs. */
            code: string;
            /** @description The request id, also in X-Request-Id. Quote it in support requests. */
            instance: string;
            /** @description The invalid parameter or body field. */
            parameter?: string;
            /** @description The values it may take. */
            allowed?: string[];
            /** @description Only with notes=true and a 404: what to do next. */
            notes?: {
                /** @description Stable, for programs. */
                code: string;
                /** @description The note, for people and assistants. */
                text: string;
            }[];
        };
        WebsitesReport: {
            /** @description One entry for each website. */
            websites: {
                /** @description The id. */
                id: number;
                /** @description The account that the website belongs to. */
                account_id: number;
                /** @description The name. */
                name: string;
                /** @description The name of that account. */
                account_name: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                created_at: string;
            }[];
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        /** @description Only with notes=true: what must be known about this answer. */
        Notes: {
            /** @description Stable, for programs. */
            code: string;
            /** @description The note, for people and assistants. */
            text: string;
        }[];
        /** @description Only with extras=true: what a picture of this answer needs beyond its numbers. */
        Extras: {
            /** @description Names of steps and elements, by id; those without a name are missing. */
            names?: {
                /** @description The name, by id. */
                steps: {
                    [key: string]: string;
                };
                /** @description The name, by id. */
                elements: {
                    [key: string]: string;
                };
            };
            /** @description The currency of each website, by id. */
            currencies?: {
                [key: string]: string;
            };
            /** @description Days of the window on which something happened, oldest first; at most 30. */
            marks?: {
                /**
                 * Format: date
                 * @description The day on which it happened.
                 */
                date: string;
                /**
                 * @description What happened to the campaign: launch, break, end, or another split of its visitors.
                 * @enum {string}
                 */
                kind: "launch" | "break" | "end" | "split";
                /** @description The campaign. */
                campaign_id: number;
                /** @description The same in a sentence. */
                text: string;
            }[];
            /** @description One for each experiment, in the order of the answer. */
            verdicts?: {
                /** @description The campaign. */
                campaign_id: number;
                /**
                 * @description What the test shows.
                 * @enum {string}
                 */
                verdict: "winner" | "loser" | "earns_most" | "mixed" | "no_difference" | "undecided" | "ended" | "too_few" | "none";
                /** @description The winner, the loser, or the one that earns most. */
                variant_id?: number;
                /** @description Percentage points between it and the next, or between the best two, over the whole life. */
                points?: number;
                /** @description The same in a sentence. */
                text: string;
            }[];
            /** @description A short line for each entry of the list, by id: one number per bucket, as in the series of its report. */
            trends?: {
                /**
                 * @description The length of a bucket.
                 * @enum {string}
                 */
                group_by: "day" | "week" | "month";
                /**
                 * Format: date
                 * @description The first day of the lines.
                 */
                start: string;
                /**
                 * Format: date
                 * @description The last day of the lines.
                 */
                end: string;
                /** @description Views of each bucket, by id. */
                views: {
                    [key: string]: number[];
                };
                /** @description Conversions of each bucket, by id. */
                conversions: {
                    [key: string]: number[];
                };
            };
            /** @description Broken campaigns, those that lose most first; at most 20. */
            attention?: {
                /** @description The website that it belongs to. */
                website_id: number;
                /** @description The campaign. */
                campaign_id: number;
                /** @description The name. */
                name: string;
                /**
                 * Format: date
                 * @description The first day of it.
                 */
                since: string;
                /** @description The same in a sentence. */
                text: string;
            }[];
            /** @description What a variant, step or element belongs to. */
            above?: {
                /** @description The one that it belongs to. */
                campaign: {
                    /** @description The id. */
                    id: number;
                    /** @description The name. */
                    name: string;
                };
                /** @description The one that it belongs to. */
                variant?: {
                    /** @description The id. */
                    id: number;
                    /** @description The name. */
                    name: string | null;
                    /** @description The letter of the variant: a, b, c. */
                    variation: string;
                };
                /** @description The one that it belongs to. */
                step?: {
                    /** @description The id. */
                    id: number;
                    /** @description The place in the order, from 1. */
                    position: number;
                    /** @description The name. */
                    name: string | null;
                };
            };
            /** @description What has arrived of each website, by id. */
            activity?: {
                [key: string]: {
                    /** @description The first day with an event. */
                    first_day: string | null;
                    /** @description The last one. */
                    last_day: string | null;
                    /**
                     * Format: date-time
                     * @description When events arrived for the last time.
                     */
                    last_event_at: string | null;
                    /** @description Only of a website without events: its campaigns. */
                    campaigns?: number;
                };
            };
            /** @description The fair comparison: only complete days, with days like them. */
            comparison?: {
                /** @description What is compared with what, or why nothing is. */
                text: string;
                /** @description What it is compared with. */
                base_text?: string;
                /** @description The complete days of the window. */
                window?: {
                    /**
                     * Format: date
                     * @description The first day of the lines.
                     */
                    start: string;
                    /**
                     * Format: date
                     * @description The last day of the lines.
                     */
                    end: string;
                };
                /** @description The days they are compared with. */
                base?: {
                    /**
                     * Format: date
                     * @description The first day of the lines.
                     */
                    start: string;
                    /**
                     * Format: date
                     * @description The last day of the lines.
                     */
                    end: string;
                };
                /** @description The metrics of both, by name. */
                metrics?: {
                    /** @description Of the compared days. */
                    current: {
                        [key: string]: number;
                    };
                    /** @description Of the days they are compared with. */
                    base: {
                        [key: string]: number;
                    };
                };
                /** @description In percent, 2 decimals; null without a base. */
                changes?: {
                    [key: string]: number | null;
                };
                /** @description Whether the change is more than chance. */
                beyond_chance?: {
                    [key: string]: boolean;
                };
                /** @description Both values of each change to say without percent: from nothing, or of fewer than 10 orders. */
                values?: {
                    [key: string]: {
                        current: number;
                        base: number;
                    };
                };
                /**
                 * Format: date
                 * @description Its first day, if it is later than the first day of the base: then nothing is compared.
                 */
                new_since?: string;
                /** @description True if something broke on these days: that is more than chance. */
                apart_from_break?: boolean;
                /** @description The same of the entries of a list, or of the parts of a report, by id. */
                parts?: {
                    [key: string]: {
                        /** @description In percent, 2 decimals; null without a base. */
                        changes: {
                            [key: string]: number | null;
                        };
                        /** @description Whether the change is more than chance. */
                        beyond_chance: {
                            [key: string]: boolean;
                        };
                        /** @description Both values of each change to say without percent: from nothing, or of fewer than 10 orders. */
                        values?: {
                            [key: string]: {
                                current: number;
                                base: number;
                            };
                        };
                        /**
                         * Format: date
                         * @description Its first day, if it is later than the first day of the base: then nothing is compared.
                         */
                        new_since?: string;
                    };
                };
            };
            /**
             * Format: date
             * @description Today, if a point of the answer includes it and still grows.
             */
            running_day?: string;
        };
        WebsiteReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "website";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The days of the report. */
            timeframe: components["schemas"]["Timeframe"];
            /** @description The report itself. */
            data: {
                /** @description The numbers of the days. */
                metrics: components["schemas"]["WebsiteMetrics"];
                timeseries?: components["schemas"]["Timeseries"];
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        Website: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description ISO 4217, such as EUR. */
            currency: string;
        };
        Timeframe: {
            /**
             * @description The timeframe that was asked for.
             * @enum {string}
             */
            selected: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            range_start: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            range_end: string;
            /**
             * @description Days begin and end in it.
             * @constant
             */
            timezone: "UTC";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            previous_range_start?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            previous_range_end?: string;
        };
        WebsiteMetrics: {
            /** @description A campaign, or a further step of it, was shown; an element has the views of its step. Unit: visitors or events; 0 without activity. */
            views: number;
            /** @description A visitor engaged: a button click, form, survey, quiz or product. Unit: visitors or events; 0 without activity. */
            conversions: number;
            /** @description The campaign's goal was marked complete. Unit: visitors or events; 0 without activity. */
            completions: number;
            /** @description A contact was captured. Unit: visitors or events; 0 without activity. */
            subscribes: number;
            /** @description Purchases, always summed whatever the count_type. Unit: orders; 0 without activity. */
            orders: number;
            /** @description Value of the orders in the website's currency, with at most 2 decimals, always summed. Unit: currency; 0 without activity. */
            revenue: number;
            /** @description Conversions per 100 views; may exceed 100. Unit: percent; 0 without views. */
            conversion_rate: number;
            /** @description Completions per 100 views; may exceed 100. Unit: percent; 0 without views. */
            completion_rate: number;
            /** @description Subscribes per 100 views; may exceed 100. Unit: percent; 0 without views. */
            subscribe_rate: number;
            /** @description Orders per 100 views; may exceed 100. Unit: percent; 0 without views. */
            order_rate: number;
            /** @description Average order value: revenue divided by orders, rounded to 2 decimals. Unit: currency; 0 without orders. */
            aov: number;
            /** @description The same metrics in the period before. */
            previous?: {
                /** @description A campaign, or a further step of it, was shown; an element has the views of its step. Unit: visitors or events; 0 without activity. */
                views: number;
                /** @description A visitor engaged: a button click, form, survey, quiz or product. Unit: visitors or events; 0 without activity. */
                conversions: number;
                /** @description The campaign's goal was marked complete. Unit: visitors or events; 0 without activity. */
                completions: number;
                /** @description A contact was captured. Unit: visitors or events; 0 without activity. */
                subscribes: number;
                /** @description Purchases, always summed whatever the count_type. Unit: orders; 0 without activity. */
                orders: number;
                /** @description Value of the orders in the website's currency, with at most 2 decimals, always summed. Unit: currency; 0 without activity. */
                revenue: number;
                /** @description Conversions per 100 views; may exceed 100. Unit: percent; 0 without views. */
                conversion_rate: number;
                /** @description Completions per 100 views; may exceed 100. Unit: percent; 0 without views. */
                completion_rate: number;
                /** @description Subscribes per 100 views; may exceed 100. Unit: percent; 0 without views. */
                subscribe_rate: number;
                /** @description Orders per 100 views; may exceed 100. Unit: percent; 0 without views. */
                order_rate: number;
                /** @description Average order value: revenue divided by orders, rounded to 2 decimals. Unit: currency; 0 without orders. */
                aov: number;
            };
            /** @description Percent change per metric, 2 decimals; null if the previous value is 0. */
            changes?: {
                /** @description Percent change from the period before; null if it was 0. */
                views: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                conversions: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                completions: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                subscribes: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                orders: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                revenue: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                conversion_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                completion_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                subscribe_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                order_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                aov: number | null;
            };
        };
        /** @description Only with group_by: one point per bucket of the window, including empty ones. */
        Timeseries: {
            /**
             * @description The length of a bucket.
             * @enum {string}
             */
            group_by: "day" | "week" | "month" | "quarter" | "year";
            /** @description The buckets, oldest first. */
            points: {
                /**
                 * Format: date
                 * @description First calendar day of the bucket, even when the window starts inside the bucket.
                 */
                date: string;
                /** @description A campaign, or a further step of it, was shown. */
                views: number;
                /** @description Visitors engaged: a button click, form, survey, quiz or product. */
                conversions: number;
                /** @description The campaign's goal was marked complete. */
                completions: number;
                /** @description Contacts that were captured. */
                subscribes: number;
                /** @description Forms, surveys and quizzes that were sent. */
                submissions: number;
                /** @description Purchases. */
                orders: number;
                /** @description Value of the orders, in the website's currency. */
                revenue: number;
            }[];
        };
        WebsiteInsightsReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "website_insights";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The report itself. */
            data: {
                /** @description The Monday of the week, YYYY-MM-DD */
                week: string;
                /** @description The numbers of the week. */
                performance_snapshot: {
                    /** @description The numbers of the week. */
                    performance: {
                        /** @description Value of the orders, in the website's currency. */
                        revenue: number;
                        /** @description Distinct visitors */
                        viewers: number;
                    };
                };
                /** @description What changed in the week, and what to do. */
                ai_recommendations: {
                    /** @description Sentences, the most important one first. */
                    items: string[];
                };
            };
            notes?: components["schemas"]["Notes"];
        };
        CampaignsReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "campaigns";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The days of the report. */
            timeframe: components["schemas"]["Timeframe"];
            /** @description The report itself. */
            data: {
                /** @description One entry for each campaign of the page. */
                campaigns: {
                    /** @description The id. */
                    id: number;
                    /** @description The name. */
                    name: string;
                    /** @description The form of the campaign: inline, overlay, hook, bar or page. */
                    cta_type: string;
                    /**
                     * @description Whether the campaign is live or archived.
                     * @enum {string}
                     */
                    status: "live" | "archived";
                    /** @description The numbers of the days. */
                    metrics: components["schemas"]["Metrics"];
                }[];
                /** @description Which page of the list this is. */
                pagination: {
                    /** @description The page, from 1. */
                    page: number;
                    /** @description Entries on a page. */
                    per_page: number;
                    /** @description Entries on all pages. */
                    total_entries: number;
                    /** @description How many pages there are. */
                    total_pages: number;
                };
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        Metrics: {
            /** @description A campaign, or a further step of it, was shown; an element has the views of its step. Unit: visitors or events; 0 without activity. */
            views: number;
            /** @description A visitor engaged: a button click, form, survey, quiz or product. Unit: visitors or events; 0 without activity. */
            conversions: number;
            /** @description The campaign's goal was marked complete. Unit: visitors or events; 0 without activity. */
            completions: number;
            /** @description A form, survey or quiz was sent. Unit: visitors or events; 0 without activity. */
            submissions: number;
            /** @description A contact was captured. Unit: visitors or events; 0 without activity. */
            subscribes: number;
            /** @description Purchases, always summed whatever the count_type. Unit: orders; 0 without activity. */
            orders: number;
            /** @description Value of the orders in the website's currency, with at most 2 decimals, always summed. Unit: currency; 0 without activity. */
            revenue: number;
            /** @description Conversions per 100 views; may exceed 100. Unit: percent; 0 without views. */
            conversion_rate: number;
            /** @description Completions per 100 views; may exceed 100. Unit: percent; 0 without views. */
            completion_rate: number;
            /** @description Subscribes per 100 views; may exceed 100. Unit: percent; 0 without views. */
            subscribe_rate: number;
            /** @description Orders per 100 views; may exceed 100. Unit: percent; 0 without views. */
            order_rate: number;
            /** @description Average order value: revenue divided by orders, rounded to 2 decimals. Unit: currency; 0 without orders. */
            aov: number;
            /** @description The same metrics in the period before. */
            previous?: {
                /** @description A campaign, or a further step of it, was shown; an element has the views of its step. Unit: visitors or events; 0 without activity. */
                views: number;
                /** @description A visitor engaged: a button click, form, survey, quiz or product. Unit: visitors or events; 0 without activity. */
                conversions: number;
                /** @description The campaign's goal was marked complete. Unit: visitors or events; 0 without activity. */
                completions: number;
                /** @description A form, survey or quiz was sent. Unit: visitors or events; 0 without activity. */
                submissions: number;
                /** @description A contact was captured. Unit: visitors or events; 0 without activity. */
                subscribes: number;
                /** @description Purchases, always summed whatever the count_type. Unit: orders; 0 without activity. */
                orders: number;
                /** @description Value of the orders in the website's currency, with at most 2 decimals, always summed. Unit: currency; 0 without activity. */
                revenue: number;
                /** @description Conversions per 100 views; may exceed 100. Unit: percent; 0 without views. */
                conversion_rate: number;
                /** @description Completions per 100 views; may exceed 100. Unit: percent; 0 without views. */
                completion_rate: number;
                /** @description Subscribes per 100 views; may exceed 100. Unit: percent; 0 without views. */
                subscribe_rate: number;
                /** @description Orders per 100 views; may exceed 100. Unit: percent; 0 without views. */
                order_rate: number;
                /** @description Average order value: revenue divided by orders, rounded to 2 decimals. Unit: currency; 0 without orders. */
                aov: number;
            };
            /** @description Percent change per metric, 2 decimals; null if the previous value is 0. */
            changes?: {
                /** @description Percent change from the period before; null if it was 0. */
                views: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                conversions: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                completions: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                submissions: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                subscribes: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                orders: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                revenue: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                conversion_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                completion_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                subscribe_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                order_rate: number | null;
                /** @description Percent change from the period before; null if it was 0. */
                aov: number | null;
            };
        };
        CampaignReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "campaign";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The days of the report. */
            timeframe: components["schemas"]["Timeframe"];
            /** @description The report itself. */
            data: {
                /** @description The id. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The form of the campaign: inline, overlay, hook, bar or page. */
                cta_type: string;
                /**
                 * @description Whether the campaign is live or archived.
                 * @enum {string}
                 */
                status: "live" | "archived";
                /** @description The numbers of the days. */
                metrics: components["schemas"]["Metrics"];
                timeseries?: components["schemas"]["Timeseries"];
                /** @description One entry for each variant. */
                variants: {
                    /** @description The id. */
                    id: number;
                    /** @description The name. */
                    name: string | null;
                    /** @description The letter of the variant: a, b, c. */
                    variation: string;
                    /** @description The share of visitors who are meant to see the variant. */
                    traffic_percentage: number;
                    /** @description The numbers of the days. */
                    metrics: components["schemas"]["Metrics"];
                }[];
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        ExperimentsReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "experiments";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The days of the report. */
            timeframe: components["schemas"]["Timeframe"];
            /** @description The report itself. */
            data: {
                /** @description Campaigns with more than one variant. */
                experiments: {
                    /** @description The campaign. */
                    campaign_id: number;
                    /** @description The name of the campaign. */
                    campaign_name: string;
                    /** @description The form of the campaign: inline, overlay, hook, bar or page. */
                    cta_type: string;
                    /** @description One entry for each variant. */
                    variants: {
                        /** @description The id. */
                        id: number;
                        /** @description The name. */
                        name: string | null;
                        /** @description The letter of the variant: a, b, c. */
                        variation: string;
                        /** @description The share of visitors who are meant to see the variant. */
                        traffic_percentage: number;
                        /** @description The numbers of the days. */
                        metrics: components["schemas"]["Metrics"];
                    }[];
                }[];
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        VariantReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "variant";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The days of the report. */
            timeframe: components["schemas"]["Timeframe"];
            /** @description The report itself. */
            data: {
                /** @description The id. */
                id: number;
                /** @description The name. */
                name: string | null;
                /** @description The letter of the variant: a, b, c. */
                variation: string;
                /** @description The share of visitors who are meant to see the variant. */
                traffic_percentage: number;
                /** @description The numbers of the days. */
                metrics: components["schemas"]["Metrics"];
                timeseries?: components["schemas"]["Timeseries"];
                /** @description The steps of the variant, in their order. */
                funnel_steps: {
                    /** @description The id. */
                    id: number;
                    /** @description The place in the order, from 1. */
                    position: number;
                    /** @description The numbers of the days. */
                    metrics: components["schemas"]["Metrics"];
                }[];
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        StepReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "step";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The days of the report. */
            timeframe: components["schemas"]["Timeframe"];
            /** @description The report itself. */
            data: {
                /** @description The id. */
                id: number;
                /** @description The place in the order, from 1. */
                position: number;
                /** @description The numbers of the days. */
                metrics: components["schemas"]["Metrics"];
                timeseries?: components["schemas"]["Timeseries"];
                /** @description The elements of the step, in their order. */
                elements: {
                    /** @description The id. */
                    id: number;
                    /** @description What kind of element it is, such as a form or a button. */
                    element_type: string;
                    /** @description The place in the order, from 1. */
                    position: number;
                    /** @description The numbers of the days. */
                    metrics: components["schemas"]["Metrics"];
                }[];
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        ElementReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "element";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The days of the report. */
            timeframe: components["schemas"]["Timeframe"];
            /** @description The report itself. */
            data: {
                /** @description The id. */
                id: number;
                /** @description What kind of element it is, such as a form or a button. */
                element_type: string;
                /** @description The place in the order, from 1. */
                position: number;
                /** @description The numbers of the days. */
                metrics: components["schemas"]["Metrics"];
                timeseries?: components["schemas"]["Timeseries"];
                /** @description Answers that were given in the element, by field and value. */
                fields: {
                    /** @description The name of the field. */
                    field: string;
                    /** @description The kind of the field, such as radio or email. */
                    field_type: string;
                    /** @description The answer, if it is a choice; null for all others together. */
                    value: string | null;
                    /** @description How often it was given. */
                    count: number;
                }[];
                /** @description What was sold in the element, by product. */
                products: {
                    /** @description The name of the product. */
                    value: string | null;
                    /** @description How often it was selected. */
                    selections: number;
                    /** @description Purchases. */
                    orders: number;
                    /** @description Value of the orders, in the website's currency. */
                    revenue: number;
                }[];
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        AccountPerformanceReport: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "account_performance";
            /** @description The days of the report. */
            timeframe: {
                /**
                 * @description The timeframe that was asked for.
                 * @enum {string}
                 */
                selected: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
                /** @description The timeframe for people. */
                label: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                range_start: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                range_end: string;
                /** @description The first moment of the period before; null without one. */
                previous_range_start: string | null;
                /** @description The last moment of the period before; null without one. */
                previous_range_end: string | null;
            };
            /** @description The report itself. */
            data: {
                /** @description All websites together. */
                aggregate: {
                    /** @description How many websites are in it. */
                    website_count: number;
                    /** @description Distinct visitors who saw a campaign. */
                    viewers: number;
                    /** @description Visitors engaged: a button click, form, survey, quiz or product. */
                    conversions: number;
                    /** @description Conversions per 100 views. */
                    conversion_rate: number;
                    /** @description Contacts that were captured. */
                    subscribes: number;
                    /** @description Subscribes per 100 views. */
                    subscribe_rate: number;
                    /** @description Purchases. */
                    orders: number;
                    /** @description Orders per 100 views. */
                    order_rate: number;
                    /** @description Value of the orders, in the website's currency. */
                    revenue: number;
                    /** @description Average order value: revenue divided by orders. */
                    aov: number;
                };
                /** @description One entry for each website. */
                websites: {
                    /** @description The id. */
                    id: number;
                    /** @description The name. */
                    name: string;
                    /** @description Distinct visitors who saw a campaign. */
                    viewers: number;
                    /** @description Visitors engaged: a button click, form, survey, quiz or product. */
                    conversions: number;
                    /** @description Conversions per 100 views. */
                    conversion_rate: number;
                    /** @description Percent change from the period before; null without one, or if it was 0. */
                    conversions_change: number | null;
                    /** @description Percent change from the period before; null without one, or if it was 0. */
                    revenue_change: number | null;
                    /** @description Contacts that were captured. */
                    subscribes: number;
                    /** @description Purchases. */
                    orders: number;
                    /** @description Value of the orders, in the website's currency. */
                    revenue: number;
                    /** @description Average order value: revenue divided by orders. */
                    aov: number;
                }[];
            };
            notes?: components["schemas"]["Notes"];
            extras?: components["schemas"]["Extras"];
        };
        Area: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The website that it belongs to. */
            website_id: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
        };
        Contact: {
            /** @description The id. */
            id: number;
            /** @description The website that it belongs to. */
            website_id: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The browser of the person, as in events.
             */
            visitor_token: string;
            /** @description The e-mail address, in small letters. */
            email: string | null;
            /** @description The first name. */
            name: string | null;
            /** @description The last name. */
            last_name: string | null;
            /** @description With + and the code of the country. */
            phone: string | null;
            /** @description The city. */
            city: string | null;
            /** @description The address of a picture. */
            avatar_url: string | null;
            /** @description The company of the person. */
            company_name: string | null;
            /** @description The position of the person in it. */
            company_title: string | null;
            /** @description An address, as it was sent. */
            url: string | null;
            /** @description The state or region. */
            state: string | null;
            /** @description Street and number. */
            address: string | null;
            /** @description The postal code. */
            zip_code: string | null;
            /** @description The country. */
            country: string | null;
            /** @description The page that the contact comes from, as it was sent. */
            source_url: string | null;
            /** @description A text about the person, as it was sent. */
            bio: string | null;
            /** @description The UTM parameter, as it was sent. */
            utm_source: string | null;
            /** @description The UTM parameter, as it was sent. */
            utm_medium: string | null;
            /** @description The UTM parameter, as it was sent. */
            utm_campaign: string | null;
            /** @description The UTM parameter, as it was sent. */
            utm_term: string | null;
            /** @description The UTM parameter, as it was sent. */
            utm_content: string | null;
            /** @description Where the visitor came from, as it was sent. */
            referral_source: string | null;
            /** @description The first visit, as it was sent. */
            first_visit: string | null;
            /** @description Consent to the privacy policy, as it was sent. */
            privacy_consent: string | null;
            /** @description Consent to advertising, as it was sent. */
            marketing_consent: string | null;
            /** @description Consent to text messages, as it was sent. */
            sms_consent: string | null;
            /** @description The network address, as it was sent. */
            ip_address: string | null;
            /** @description A score, as it was sent. */
            latest_score: string | null;
            /** @description Custom fields */
            extra: {
                [key: string]: unknown;
            };
            /** @description Further values, as they were sent. */
            data: {
                [key: string]: unknown;
            };
            /** @description Labels, as they were sent. */
            tags: string | null;
            /** @description A link, as it was sent. */
            link: string | null;
        };
        DeletedContact: {
            /** @description What was done. */
            message: string;
        };
        CampaignRecord: {
            /** @description The id. */
            id: number;
            /** @description The website that it belongs to. */
            website_id: number;
            /** @description The name. */
            name: string;
            /** @description The page on which it is shown. */
            page_path: string;
            /** @description The form of the campaign: inline, overlay, hook, bar or page. */
            cta_type: string;
            /** @description The kind of test, as the platform has set it. */
            test_type: string;
            /** @description All-time distinct visitors */
            views: number;
            /** @description All-time distinct visitors who converted. */
            conversions: number;
            /** @description All-time distinct visitors who reached the goal. */
            completions: number;
            /** @description Percent of views, like "12.5%"; "0%" without views */
            conversion_rate: string;
            /** @description Percent of views, like "12.5%"; "0%" without views */
            completion_rate: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /** @description One entry for each variant. */
            variants: {
                /** @description The id. */
                id: number;
                /** @description The website that it belongs to. */
                website_id: number;
                /** @description All-time distinct visitors */
                views: number;
                /** @description Visitors engaged: a button click, form, survey, quiz or product. */
                conversions: number;
                /** @description The campaign's goal was marked complete. */
                completions: number;
                /** @description Percent of views, like "12.5%"; "0%" without views */
                conversion_rate: string;
                /** @description Percent of views, like "12.5%"; "0%" without views */
                completion_rate: string;
                /** @description The share of visitors who are meant to see the variant. */
                percentage: number;
                /** @description The name. */
                name: string;
                /** @description The letter of the variant: a, b, c. */
                variation: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                updated_at: string;
                /** @description Always null. */
                screenshot: null;
            }[];
        };
        WebsiteRecord: {
            /** @description The id. */
            id: number;
            /** @description The account that the website belongs to. */
            account_id: number;
            /** @description All-time distinct visitors who converted. */
            conversions: number;
            /** @description All-time distinct visitors who reached the goal. */
            completions: number;
            /** @description Root domain */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updated_at: string;
            /** @description Set by the platform. */
            listener: boolean;
            /** @description Set by the platform. */
            active: boolean;
            /** @description Set by the platform. */
            test: boolean;
            /** @description Set by the platform. */
            blacklisted: boolean;
            /** @description Set by the platform. */
            powered_by: boolean;
            /** @description Set by the platform. */
            archived: boolean;
            /** @description Set by the platform. */
            premium: boolean;
            /** @description Set by the platform. */
            support: boolean;
            /** @description Set by the platform. */
            script_type: string;
            /** @description Set by the platform. */
            brand: string;
            /** @description Secret */
            api_key: string;
            /** @description Set by the platform. */
            sub_domain: string;
            /** @description Set by the platform. */
            plan_type: string;
            /** @description Further values that the platform has stored. */
            data: {
                [key: string]: unknown;
            };
            /** @description Always null. */
            user_id: null;
            /** @description Always null. */
            url: null;
            /** @description Always null. */
            published: null;
            /** @description Always null. */
            visitors_count: null;
            /** @description Always null. */
            screenshot: null;
            /** @description Always null. */
            context: null;
            /** @description Always null. */
            research: null;
            /** @description Always null. */
            context_last_updated: null;
        };
        InsightsWeeks: {
            /**
             * @description The kind of report.
             * @constant
             */
            report: "website_insights_weeks";
            /** @description The website of the report. */
            website: components["schemas"]["Website"];
            /** @description The report itself. */
            data: {
                /** @description The Mondays of weeks with insights, newest first. */
                weeks: string[];
                /** @description Which page of the list this is. */
                pagination: {
                    /** @description The page, from 1. */
                    page: number;
                    /** @description Entries on a page. */
                    per_page: number;
                    /** @description Entries on all pages. */
                    total_entries: number;
                    /** @description How many pages there are. */
                    total_pages: number;
                };
            };
        };
        NotificationChannels: {
            /** @description The oldest first. */
            channels: components["schemas"]["NotificationChannel"][];
        };
        NotificationChannel: {
            /** @description The id. */
            id: number;
            /**
             * @description How messages are sent.
             * @enum {string}
             */
            kind: "email" | "slack" | "webhook";
            /** @description For people, up to 100 characters. */
            name: string;
            /** @description What people see of the address, not enough to use it. */
            destination: string;
            /**
             * @description A channel of a person ends with their access; one of an account stays.
             * @enum {string}
             */
            belongs_to: "person" | "account";
            /**
             * @description waiting: its reader has not agreed yet. failing: nothing has arrived lately.
             * @enum {string}
             */
            state: "on" | "waiting" | "failing" | "off";
            /** @description Why it is off. */
            off_reason: string | null;
            /** @description The account that it belongs to; null if it is a person’s. */
            account_id: number | null;
            /** @description The websites that it is about; null: all of its person or account. */
            website_ids: number[] | null;
            /** @description Campaigns that break, stay broken for a week and work again. */
            breaks: boolean;
            /** @description Experiments that are decided. */
            verdicts: boolean;
            /** @description The week, on Mondays. */
            digest: boolean;
            /** @description Websites that send no data. A person is told only as an owner of the account, and otherwise needs something else, too. */
            no_data: boolean;
            /** @description A BCP 47 tag: how numbers and dates are written. */
            language: string;
            /** @description Of the IANA database, such as Europe/Vienna. */
            time_zone: string;
            /** @description The hour of the digest, in the time zone. */
            digest_hour: number;
            /** @description From this hour nothing is sent; it waits. Null: never. */
            quiet_from: number | null;
            /** @description Until this hour nothing is sent. Null: never. */
            quiet_to: number | null;
            /** @description When its reader agreed. */
            confirmed_at: string | null;
            /** @description Since when it is off. */
            switched_off_at: string | null;
            /** @description Since when nothing has arrived. */
            failing_since: string | null;
            /** @description Until when the secret before the last rotation signs too. */
            previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
        };
        NewNotificationChannel: {
            /** @description The id. */
            id: number;
            /**
             * @description How messages are sent.
             * @enum {string}
             */
            kind: "email" | "slack" | "webhook";
            /** @description For people, up to 100 characters. */
            name: string;
            /** @description What people see of the address, not enough to use it. */
            destination: string;
            /**
             * @description A channel of a person ends with their access; one of an account stays.
             * @enum {string}
             */
            belongs_to: "person" | "account";
            /**
             * @description waiting: its reader has not agreed yet. failing: nothing has arrived lately.
             * @enum {string}
             */
            state: "on" | "waiting" | "failing" | "off";
            /** @description Why it is off. */
            off_reason: string | null;
            /** @description The account that it belongs to; null if it is a person’s. */
            account_id: number | null;
            /** @description The websites that it is about; null: all of its person or account. */
            website_ids: number[] | null;
            /** @description Campaigns that break, stay broken for a week and work again. */
            breaks: boolean;
            /** @description Experiments that are decided. */
            verdicts: boolean;
            /** @description The week, on Mondays. */
            digest: boolean;
            /** @description Websites that send no data. A person is told only as an owner of the account, and otherwise needs something else, too. */
            no_data: boolean;
            /** @description A BCP 47 tag: how numbers and dates are written. */
            language: string;
            /** @description Of the IANA database, such as Europe/Vienna. */
            time_zone: string;
            /** @description The hour of the digest, in the time zone. */
            digest_hour: number;
            /** @description From this hour nothing is sent; it waits. Null: never. */
            quiet_from: number | null;
            /** @description Until this hour nothing is sent. Null: never. */
            quiet_to: number | null;
            /** @description When its reader agreed. */
            confirmed_at: string | null;
            /** @description Since when it is off. */
            switched_off_at: string | null;
            /** @description Since when nothing has arrived. */
            failing_since: string | null;
            /** @description Until when the secret before the last rotation signs too. */
            previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /** @description Signs what is sent to a webhook. Shown only now; null for others. */
            secret: string | null;
        };
        DeletedNotificationChannel: {
            /** @description What was done. */
            message: string;
        };
        NotificationSecret: {
            /** @description Signs what is sent to the webhook. Returned only now. */
            secret: string;
        };
        AskedNotificationReader: {
            /** @description What was done. */
            message: string;
        };
        NotificationTest: {
            /** @description The id of the message, as in the log. */
            delivery_id: string;
        };
        NotificationDeliveries: {
            /** @description The newest 50 messages, the newest first. */
            deliveries: {
                /** @description The id of the message, as webhooks get it. */
                id: string;
                /** @description What it is about, such as campaign.broke. */
                type: string;
                /** @description The website that it belongs to. */
                website_id: number | null;
                /** @description The campaign. */
                campaign_id: number | null;
                /** @description Null without a campaign, or for one of a website that the token does not cover. */
                campaign_name: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                created_at: string;
                /** @description How often it was tried. */
                attempts: number;
                /** @description When it is tried next; null if it is done. */
                next_attempt_at: string | null;
                /** @description When it was sent or given up. */
                done_at: string | null;
                /** @description Null while it is on its way. */
                outcome: ("sent" | "failed" | "dropped") | null;
                /** @description What the receiver said last, or why it was not sent. */
                answer: string | null;
            }[];
        };
        AllNotificationMutes: {
            /** @description Those with mutes. */
            channels: {
                /** @description The id of the channel. */
                channel_id: number;
                /** @description By website and campaign. */
                mutes: components["schemas"]["NotificationMute"][];
            }[];
        };
        NotificationMute: {
            /** @description The website that it belongs to. */
            website_id: number;
            /** @description Null: the whole website. */
            campaign_id: number | null;
            /** @description Null without a campaign, or for one of a website that the token does not cover. */
            campaign_name: string | null;
            /** @description Null: until it is lifted. */
            until: string | null;
        };
        NotificationMutes: {
            /** @description By website and campaign. */
            mutes: components["schemas"]["NotificationMute"][];
        };
        LiftedNotificationMute: {
            /** @description What was done. */
            message: string;
        };
        NotificationEpisodes: {
            /** @description The newest first. */
            episodes: components["schemas"]["NotificationEpisode"][];
        };
        NotificationEpisode: {
            /**
             * Format: uuid
             * @description The id.
             */
            id: string;
            /** @description The website that it belongs to. */
            website_id: number;
            /** @description Null: all campaigns, or the website itself. */
            campaign_id: number | null;
            /** @description Its name when it was found. */
            campaign_name: string | null;
            /**
             * @description What happened.
             * @enum {string}
             */
            kind: "break" | "verdict" | "no_data";
            /**
             * Format: date
             * @description Its first day.
             */
            began: string;
            /**
             * Format: date-time
             * @description When it was found.
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description When it was last found.
             */
            seen_at: string;
            /** @description Null while it lasts. */
            ended_at: string | null;
            /** @description recovered, or why it is no longer watched. */
            ended_how: string | null;
            /** @description When somebody said that it is fixed. */
            fixed_at: string | null;
            /** @description What stopped, of a break: views if nobody comes any more. */
            stopped: ("views" | "conversions" | "submissions" | "completions") | null;
            /** @description Of a break: how many went on. Null if nobody comes any more. */
            seen: {
                /** @description Who came since. */
                viewers: number;
                /** @description Who of them went on. */
                count: number;
                /** @description Who would have before. */
                expected: number;
            } | null;
            /** @description When the last event arrived, of a silent website. */
            last_event_at: string | null;
        };
        FixedNotificationEpisode: {
            /** @description What was done. */
            message: string;
        };
        NotificationChoices: {
            /** @description The address of the person, if the token covers one. */
            email: string | null;
            /** @description Whether it is known to be theirs, so that messages may be sent at once. */
            is_verified: boolean;
            /** @description By account and name. */
            websites: {
                /** @description The id. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The account that the website belongs to. */
                account_id: number;
                /** @description The name of that account. */
                account_name: string;
                /** @description Of the person in the account. Null if the token does not cover its person. */
                role: ("owner" | "member" | "reader") | null;
            }[];
        };
        EmbeddingAccounts: {
            /** @description By name. */
            accounts: components["schemas"]["EmbeddingAccount"][];
        };
        EmbeddingAccount: {
            /** @description The id of the account. */
            id: number;
            /** @description The name of the account. */
            name: string;
            /** @description The origins whose pages may show its reports. */
            origins: string[];
        };
        ShareLinks: {
            /** @description The newest first. */
            links: components["schemas"]["ShareLink"][];
            /** @description Which page of the list this is. */
            pagination: {
                /** @description The page, from 1. */
                page: number;
                /** @description Entries on a page. */
                per_page: number;
                /** @description Entries on all pages. */
                total_entries: number;
                /** @description How many pages there are. */
                total_pages: number;
            };
            /** @description Of the websites that were asked for, those that the person may share. */
            shareable_website_ids: number[];
        };
        ShareLink: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The website that it belongs to. */
            website_id: number;
            /** @description Null: the whole website. */
            campaign_id: number | null;
            /** @description Null as well if the campaign is gone. */
            campaign_name: string | null;
            /**
             * @description ended: its maker may no longer share the website.
             * @enum {string}
             */
            state: "active" | "revoked" | "expired" | "ended";
            /** @description Whether it opens only with a password. */
            has_password: boolean;
            /** @description Whether the person of the token made it. */
            is_own: boolean;
            /** @description The e-mail address of its maker. */
            made_by: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
            /** @description How often it was opened. At most 1000 openings are kept. */
            openings: number;
            /** @description Null: nobody has opened it. */
            last_opened_at: string | null;
        };
        NewShareLink: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The website that it belongs to. */
            website_id: number;
            /** @description Null: the whole website. */
            campaign_id: number | null;
            /** @description Null as well if the campaign is gone. */
            campaign_name: string | null;
            /**
             * @description ended: its maker may no longer share the website.
             * @enum {string}
             */
            state: "active" | "revoked" | "expired" | "ended";
            /** @description Whether it opens only with a password. */
            has_password: boolean;
            /** @description Whether the person of the token made it. */
            is_own: boolean;
            /** @description The e-mail address of its maker. */
            made_by: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
            /** @description How often it was opened. At most 1000 openings are kept. */
            openings: number;
            /** @description Null: nobody has opened it. */
            last_opened_at: string | null;
            /** @description The page of the link is /s/ and this secret at the address of the dashboard. Null if the request was sent before. */
            secret: string | null;
        };
        ShareLinkOpenings: {
            /** @description A link, as it was sent. */
            link: components["schemas"]["ShareLink"];
            /** @description The newest first. */
            openings: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                opened_at: string;
                /** @description Null if it is not known. */
                network: string | null;
                /** @description What the browser says it is: anything. */
                browser: string | null;
            }[];
        };
        RevokedShareLink: {
            /** @description What was done. */
            message: string;
        };
        CampaignBrokeEvent: {
            /** @description The same as in the header `webhook-id`, also when it is sent again */
            id: string;
            /**
             * @description What happened
             * @constant
             */
            type: "campaign.broke";
            /**
             * Format: date-time
             * @description When it was noticed
             */
            timestamp: string;
            /** @description The details */
            data: components["schemas"]["BreakData"];
        };
        BreakData: {
            /** @description The website */
            website: {
                /** @description The id of the website */
                id: number;
                /** @description The name of the website */
                name: string;
            };
            /** @description The campaign; null for all campaigns of the website together */
            campaign: {
                /** @description The id of the campaign */
                id: number;
                /** @description The name of the campaign */
                name: string;
            } | null;
            /**
             * Format: date
             * @description The first day of the break
             */
            since: string;
            /**
             * @description What stopped: `views` if nobody comes any more
             * @enum {string}
             */
            what: "views" | "conversions" | "submissions" | "completions";
            /** @description The numbers since the break began; null if nobody comes any more */
            seen: {
                /** @description People who came since the break began, each counted once */
                viewers: number;
                /** @description How many of them went on, as `what` says */
                count: number;
                /** @description How many would have, as before the break */
                expected: number;
            } | null;
            /** @description How many came on a day before; null if they still come */
            viewers_per_day: number | null;
            /** @description What else stopped with it */
            also: {
                /** @description Whether forms are no longer submitted either */
                submissions: boolean;
                /** @description Later steps that nobody reaches any more */
                steps: {
                    /** @description The place of the step, from 1 */
                    position: number;
                    /** @description The name of the step, if it has one */
                    name: string | null;
                }[];
                /** @description The letters of the variants that broke, if others did not */
                variants: string[];
            };
            /** @description Whether somebody has said that it is fixed */
            is_said_fixed: boolean;
            /** @description The last 21 days, the oldest first. The last one is not over. */
            days: {
                /**
                 * Format: date
                 * @description The day, UTC
                 */
                date: string;
                /** @description Distinct visitors who saw it on that day */
                viewers: number;
                /** @description How many of them went on, as `what` says; conversions if `what` is `views` */
                count: number;
            }[];
            /**
             * Format: uri
             * @description The page in the dashboard. Missing if there is no dashboard.
             */
            url?: string;
        };
        CampaignStillBrokenEvent: {
            /** @description The same as in the header `webhook-id`, also when it is sent again */
            id: string;
            /**
             * @description What happened
             * @constant
             */
            type: "campaign.still_broken";
            /**
             * Format: date-time
             * @description When it was noticed
             */
            timestamp: string;
            /** @description The details */
            data: components["schemas"]["BreakData"];
        };
        CampaignRecoveredEvent: {
            /** @description The same as in the header `webhook-id`, also when it is sent again */
            id: string;
            /**
             * @description What happened
             * @constant
             */
            type: "campaign.recovered";
            /**
             * Format: date-time
             * @description When it was noticed
             */
            timestamp: string;
            /** @description The details */
            data: {
                /** @description The website */
                website: {
                    /** @description The id of the website */
                    id: number;
                    /** @description The name of the website */
                    name: string;
                };
                /** @description The campaign; null for all campaigns of the website together */
                campaign: {
                    /** @description The id of the campaign */
                    id: number;
                    /** @description The name of the campaign */
                    name: string;
                } | null;
                /**
                 * Format: date
                 * @description The first day of the break
                 */
                since: string;
                /**
                 * @description What stopped: `views` if nobody comes any more
                 * @enum {string}
                 */
                what: "views" | "conversions" | "submissions" | "completions";
                /**
                 * Format: date
                 * @description The day on which it was seen to work again
                 */
                recovered_on: string;
                /** @description The last 21 days, the oldest first. The last one is not over. */
                days: {
                    /**
                     * Format: date
                     * @description The day, UTC
                     */
                    date: string;
                    /** @description Distinct visitors who saw it on that day */
                    viewers: number;
                    /** @description How many of them went on, as `what` says; conversions if `what` is `views` */
                    count: number;
                }[];
                /**
                 * Format: uri
                 * @description The page in the dashboard. Missing if there is no dashboard.
                 */
                url?: string;
            };
        };
        ExperimentDecidedEvent: {
            /** @description The same as in the header `webhook-id`, also when it is sent again */
            id: string;
            /**
             * @description What happened
             * @constant
             */
            type: "experiment.decided";
            /**
             * Format: date-time
             * @description When it was noticed
             */
            timestamp: string;
            /** @description The details */
            data: {
                /** @description The website */
                website: {
                    /** @description The id of the website */
                    id: number;
                    /** @description The name of the website */
                    name: string;
                };
                /** @description The campaign of the experiment */
                campaign: {
                    /** @description The id of the campaign */
                    id: number;
                    /** @description The name of the campaign */
                    name: string;
                };
                /**
                 * @description Whether the variant is better or worse than the others
                 * @enum {string}
                 */
                outcome: "wins" | "loses";
                /**
                 * Format: date
                 * @description Since when the variants are compared
                 */
                since: string;
                /** @description The variant that wins or loses */
                variant: {
                    /** @description The id of the variant */
                    id: number;
                    /** @description The name of the variant, if it has one */
                    name: string | null;
                    /** @description The letter of the variant, as pages show it: `A` */
                    letter: string;
                    /** @description Distinct visitors who saw it */
                    viewers: number;
                    /** @description Distinct visitors who converted */
                    converted: number;
                    /** @description Conversions per 100 viewers */
                    conversion_rate: number;
                };
                /** @description The other variants, the best first */
                others: {
                    /** @description The id of the variant */
                    id: number;
                    /** @description The name of the variant, if it has one */
                    name: string | null;
                    /** @description The letter of the variant, as pages show it: `A` */
                    letter: string;
                    /** @description Distinct visitors who saw it */
                    viewers: number;
                    /** @description Distinct visitors who converted */
                    converted: number;
                    /** @description Conversions per 100 viewers */
                    conversion_rate: number;
                }[];
                /**
                 * Format: uri
                 * @description The page in the dashboard. Missing if there is no dashboard.
                 */
                url?: string;
            };
        };
        WebsiteSilentEvent: {
            /** @description The same as in the header `webhook-id`, also when it is sent again */
            id: string;
            /**
             * @description What happened
             * @constant
             */
            type: "website.silent";
            /**
             * Format: date-time
             * @description When it was noticed
             */
            timestamp: string;
            /** @description The details */
            data: {
                /** @description The website */
                website: {
                    /** @description The id of the website */
                    id: number;
                    /** @description The name of the website */
                    name: string;
                };
                /**
                 * Format: date-time
                 * @description When the last event was recorded
                 */
                last_event_at: string;
                /** @description How many events come within as many hours on average */
                usual_events: number;
                /**
                 * Format: uri
                 * @description The page in the dashboard. Missing if there is no dashboard.
                 */
                url?: string;
            };
        };
        WeeklyDigestEvent: {
            /** @description The same as in the header `webhook-id`, also when it is sent again */
            id: string;
            /**
             * @description What happened
             * @constant
             */
            type: "digest.weekly";
            /**
             * Format: date-time
             * @description When it was noticed
             */
            timestamp: string;
            /** @description The details */
            data: {
                /**
                 * Format: date
                 * @description The Monday of the week
                 */
                week: string;
                /** @description One entry for each website, those that need attention first */
                websites: {
                    /** @description The id of the website */
                    id: number;
                    /** @description The name of the website */
                    name: string;
                    /** @description The currency of the revenue: ISO 4217, such as EUR */
                    currency: string;
                    /** @description Whether the week is counted; if not, all its numbers are 0 */
                    is_counted: boolean;
                    /** @description The week */
                    current: {
                        /** @description Distinct visitors who saw a campaign */
                        viewers: number;
                        /** @description Distinct visitors who converted */
                        converted: number;
                        /** @description Purchases */
                        orders: number;
                        /** @description Value of the orders */
                        revenue: number;
                    };
                    /** @description The week before */
                    previous: {
                        /** @description Distinct visitors who saw a campaign */
                        viewers: number;
                        /** @description Distinct visitors who converted */
                        converted: number;
                        /** @description Purchases */
                        orders: number;
                        /** @description Value of the orders */
                        revenue: number;
                    };
                    /** @description Its first day, if that is later than the first of the week before; otherwise null */
                    new_since: string | null;
                    /** @description What changed; what is not in `beyond_chance` could be chance */
                    changes: {
                        /** @description Viewers against the week before, in percent; null if there is nothing to compare with */
                        viewers: number | null;
                        /** @description Revenue against the week before, in percent; null if there is nothing to compare with */
                        revenue: number | null;
                    };
                    /** @description Changes that are more than chance */
                    beyond_chance: {
                        /** @description Whether viewers changed by more than chance; null if not */
                        viewers: ("up" | "down") | null;
                        /** @description Whether the conversion rate did; null if not */
                        conversion_rate: ("up" | "down") | null;
                        /** @description Whether orders did; null if not */
                        orders: ("up" | "down") | null;
                        /** @description Whether revenue did; null if not */
                        revenue: ("up" | "down") | null;
                    };
                    /** @description What is broken at the moment */
                    broken: {
                        /** @description The campaign; null for all campaigns of the website together */
                        campaign: {
                            /** @description The id of the campaign */
                            id: number;
                            /** @description The name of the campaign */
                            name: string;
                        } | null;
                        /**
                         * Format: date
                         * @description The first day of the break
                         */
                        since: string;
                        /**
                         * @description What stopped: `views` if nobody comes any more
                         * @enum {string}
                         */
                        what: "views" | "conversions" | "submissions" | "completions";
                    }[];
                    /** @description Experiments that were decided since the digest before */
                    decided: {
                        /** @description The campaign of the experiment */
                        campaign: {
                            /** @description The id of the campaign */
                            id: number;
                            /** @description The name of the campaign */
                            name: string;
                        };
                        /**
                         * @description Whether the variant is better or worse than the others
                         * @enum {string}
                         */
                        outcome: "wins" | "loses";
                        /** @description The letter of the variant */
                        letter: string;
                    }[];
                    /** @description What the insights of the week say beside that, in English */
                    insights: string[];
                    /**
                     * Format: uri
                     * @description The page in the dashboard. Missing if there is no dashboard.
                     */
                    url?: string;
                }[];
                /** @description All websites together, one entry for each currency */
                totals: {
                    /** @description ISO 4217, such as EUR */
                    currency: string;
                    /** @description The revenue of the week */
                    revenue: number;
                    /** @description The revenue of the week before */
                    previous_revenue: number;
                    /** @description Revenue against the week before, in percent; null if there is nothing to compare with */
                    change: number | null;
                    /** @description Whether it changed by more than chance; null if not */
                    beyond_chance: ("up" | "down") | null;
                    /** @description How many websites have this currency */
                    websites: number;
                }[];
                /**
                 * Format: uri
                 * @description The page in the dashboard. Missing if there is no dashboard.
                 */
                url?: string;
            };
        };
        ChannelTestEvent: {
            /** @description The same as in the header `webhook-id`, also when it is sent again */
            id: string;
            /**
             * @description What happened
             * @constant
             */
            type: "channel.test";
            /**
             * Format: date-time
             * @description When it was noticed
             */
            timestamp: string;
            /** @description The details */
            data: {
                /** @description Who asked for the test; null for a program */
                by: string | null;
            };
        };
    };
    responses: {
        /** @description `unauthorized`: Authentication is required. */
        Problem401: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unauthorized";
                };
            };
        };
        /** @description `forbidden`: The token lacks the required scope. */
        Problem403: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "forbidden";
                };
            };
        };
        /** @description `rate_limited`: Too many requests. */
        Problem429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `internal_error`: Internal error. */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "internal_error";
                };
            };
        };
        /** @description `overloaded`: Too many requests at once. `unavailable`: Temporarily unavailable. */
        Problem503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "overloaded" | "unavailable";
                };
            };
        };
        /** @description `website_id_required`: A website_id is required. */
        Problem400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "website_id_required";
                };
            };
        };
        /** @description `not_found`: Not found. */
        Problem404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "not_found";
                };
            };
        };
        /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. */
        Problem422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unknown_parameter" | "invalid_id";
                };
            };
        };
        /** @description `body_timeout`: The body did not arrive in time. */
        Problem408: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "body_timeout";
                };
            };
        };
        /** @description `payload_too_large`: The body is too large. */
        Problem413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "payload_too_large";
                };
            };
        };
        /** @description `unsupported_media_type`: Unsupported media type. */
        Problem415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
            };
        };
    };
    parameters: {
        /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
        format: "json" | "csv";
        /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
        notes: boolean;
        /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
        extras: boolean;
        /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
        Prefer: string;
        /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
        website_id: number;
        /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
        count_type: "distinct" | "total";
        /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
        previous_period: boolean;
        /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
        compare: string;
        /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
        range_start: string;
        /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
        range_end: string;
        /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
        timeframe: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
        /** @description Adds a timeseries with one point per calendar bucket, including empty ones. At most 400 points. */
        group_by: "day" | "week" | "month" | "quarter" | "year";
        /** @description Page of the list, from 1. */
        page: number;
        /** @description The id of a channel. */
        id: number;
        /** @description A subset of the websites of the token. Together with website_id: the union of both. */
        website_ids: number[];
    };
    requestBodies: never;
    headers: {
        /** @description Changes with the data of the websites, the parameters, the format and the UTC day. Send it back in If-None-Match to get 304 while nothing has changed. */
        ETag: string;
        /** @description Only the caller may cache the response, and must revalidate it before each use. */
        "Cache-Control": "private, no-cache";
        /** @description When the newest event of the websites was recorded; absent before the first. */
        "Data-Recorded-At": string;
        /** @description How visitors were counted: `exact` with count_type=total, else `hyperloglog; precision=14; standard-error=0.0081`. Orders and revenue are always exact. */
        "Counting-Method": string;
        /** @description Only with a series: `running` if its window reaches today, so its last point may grow. */
        "Last-Bucket": "running" | "complete";
        /** @description What must be known about the answer: a list of tokens with parameters (RFC 9651). `unknown_parameter` names a parameter that the operation does not have, `unused_parameter` one without effect; `mixed_currencies`: account performance adds up several currencies. Absent if there is nothing to say. */
        "Funnel-Notes": string;
        /** @description `handling=strict` if `Prefer` asked for it (RFC 7240). */
        "Preference-Applied": "handling=strict";
        /** @description Contains personal data or secrets: must not be cached. */
        "No-Store": "private, no-store";
        /** @description RFC 8288: absolute addresses of the pages `first`, `prev`, `next` and `last`. */
        Link: string;
        /** @description The number of entries on all pages. */
        "X-Total-Count": number;
        /** @description What is left: `r` requests of the credential in the next `t` seconds. */
        RateLimit: string;
        /** @description The limit: `q` requests per credential in `w` seconds. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description Identifies the request in logs and problems. */
        "X-Request-Id": string;
        /** @description RFC 6750: what is wrong with the credential. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_websites: {
        parameters: {
            query?: {
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The websites of the token */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsitesReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_notes" | "invalid_extras";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_website_report: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: string;
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: string;
                /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
                count_type?: components["parameters"]["count_type"];
                /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
                previous_period?: components["parameters"]["previous_period"];
                /** @description Adds a timeseries with one point per calendar bucket, including empty ones. The window may then cover at most 92 days. */
                group_by?: "day" | "week" | "month" | "quarter" | "year";
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics of a website */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Last-Bucket": components["headers"]["Last-Bucket"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsiteReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_count_type`: Invalid count_type. `invalid_previous_period`: Invalid previous_period. `invalid_group_by`: Invalid group_by. `range_too_wide`: The range is too wide for this grouping. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_count_type" | "invalid_previous_period" | "invalid_group_by" | "range_too_wide" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_website_insights: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest weekly insights snapshot */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsiteInsightsReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_notes`: Invalid notes. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_notes";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_campaigns: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: components["parameters"]["timeframe"];
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: components["parameters"]["range_start"];
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: components["parameters"]["range_end"];
                /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
                count_type?: components["parameters"]["count_type"];
                /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
                previous_period?: components["parameters"]["previous_period"];
                /** @description Page of the list, from 1. */
                page?: components["parameters"]["page"];
                /** @description Campaigns per page; values above 50 are treated as 50. */
                per_page?: number;
                /** @description Descending; ties by id, highest first; campaigns without a value last. */
                sort?: "created_at" | "published_at" | "views" | "conversions" | "completions" | "conversion_rate" | "completion_rate" | "revenue" | "aov";
                /** @description Only campaigns of this format: inline, overlay, hook, bar or page. */
                cta_type?: string;
                /** @description Only live or only archived campaigns; both by default. */
                status?: "live" | "archived";
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaigns with their metrics */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignsReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_count_type`: Invalid count_type. `invalid_previous_period`: Invalid previous_period. `invalid_page`: Invalid page. `invalid_per_page`: Invalid per_page. `invalid_sort`: Invalid sort. `invalid_cta_type`: Invalid cta_type. `invalid_status`: Invalid status. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_count_type" | "invalid_previous_period" | "invalid_page" | "invalid_per_page" | "invalid_sort" | "invalid_cta_type" | "invalid_status" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_campaign_report: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: components["parameters"]["range_start"];
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: components["parameters"]["range_end"];
                /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
                count_type?: components["parameters"]["count_type"];
                /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
                previous_period?: components["parameters"]["previous_period"];
                /** @description Adds a timeseries with one point per calendar bucket, including empty ones. At most 400 points. */
                group_by?: components["parameters"]["group_by"];
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Campaign id, from GET /api/v1/reports/campaigns. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A campaign and its variants */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Last-Bucket": components["headers"]["Last-Bucket"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_count_type`: Invalid count_type. `invalid_previous_period`: Invalid previous_period. `invalid_group_by`: Invalid group_by. `range_too_wide`: The range is too wide for this grouping. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_count_type" | "invalid_previous_period" | "invalid_group_by" | "range_too_wide" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_experiments: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: components["parameters"]["timeframe"];
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: components["parameters"]["range_start"];
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: components["parameters"]["range_end"];
                /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
                count_type?: components["parameters"]["count_type"];
                /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
                previous_period?: components["parameters"]["previous_period"];
                /** @description How many experiments to return; values above 50 are treated as 50. */
                limit?: number;
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Running experiments with their variants */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentsReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_count_type`: Invalid count_type. `invalid_previous_period`: Invalid previous_period. `invalid_limit`: Invalid limit. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_count_type" | "invalid_previous_period" | "invalid_limit" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_variant_report: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: components["parameters"]["range_start"];
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: components["parameters"]["range_end"];
                /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
                count_type?: components["parameters"]["count_type"];
                /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
                previous_period?: boolean;
                /** @description Adds a timeseries with one point per calendar bucket, including empty ones. At most 400 points. */
                group_by?: components["parameters"]["group_by"];
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Variant id, from GET /api/v1/reports/campaigns/{id} or GET /api/v1/reports/experiments. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A variant and its funnel steps */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Last-Bucket": components["headers"]["Last-Bucket"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariantReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_count_type`: Invalid count_type. `invalid_previous_period`: Invalid previous_period. `invalid_group_by`: Invalid group_by. `range_too_wide`: The range is too wide for this grouping. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_count_type" | "invalid_previous_period" | "invalid_group_by" | "range_too_wide" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_step_report: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: components["parameters"]["range_start"];
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: components["parameters"]["range_end"];
                /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
                count_type?: "distinct" | "total";
                /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
                previous_period?: components["parameters"]["previous_period"];
                /** @description Adds a timeseries with one point per calendar bucket, including empty ones. At most 400 points. */
                group_by?: components["parameters"]["group_by"];
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Step id, from GET /api/v1/reports/variants/{id}. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A funnel step and its elements */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Last-Bucket": components["headers"]["Last-Bucket"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_count_type`: Invalid count_type. `invalid_previous_period`: Invalid previous_period. `invalid_group_by`: Invalid group_by. `range_too_wide`: The range is too wide for this grouping. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_count_type" | "invalid_previous_period" | "invalid_group_by" | "range_too_wide" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_element_report: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: components["parameters"]["range_start"];
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: components["parameters"]["range_end"];
                /** @description distinct: unique visitors over the whole window (an estimate with 0.81 % standard error, practically exact up to a few thousand), so sub-periods do not add up. total: raw events. Orders and revenue are always summed. */
                count_type?: components["parameters"]["count_type"];
                /** @description Adds previous and changes (percent): the same number of days just before. No effect with all_time and insights_week. */
                previous_period?: components["parameters"]["previous_period"];
                /** @description Adds a timeseries with one point per calendar bucket, including empty ones. At most 400 points. */
                group_by?: "day" | "week" | "month" | "quarter" | "year";
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Element id, from GET /api/v1/reports/steps/{id}. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An element, its answers and its products */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Last-Bucket": components["headers"]["Last-Bucket"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_count_type`: Invalid count_type. `invalid_previous_period`: Invalid previous_period. `invalid_group_by`: Invalid group_by. `range_too_wide`: The range is too wide for this grouping. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_count_type" | "invalid_previous_period" | "invalid_group_by" | "range_too_wide" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_account_performance: {
        parameters: {
            query?: {
                /** @description Only this website of the token (GET /api/v1/reports/websites). All of them by default. */
                website_id?: number;
                /** @description A subset of the websites of the token. Together with website_id: the union of both. */
                website_ids?: components["parameters"]["website_ids"];
                /** @description Window of whole UTC days, through today. Weeks start on Monday; last_24_hours is yesterday and today. custom needs range_start and range_end, and is the default if one of them is given; insights_week is the frozen week of the newest insights snapshot. */
                timeframe?: "today" | "this_week" | "this_month" | "this_quarter" | "this_year" | "last_24_hours" | "last_7_days" | "last_30_days" | "last_90_days" | "last_365_days" | "all_time" | "insights_week" | "custom";
                /** @description First day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_start?: components["parameters"]["range_start"];
                /** @description Last day of a custom timeframe, YYYY-MM-DD, inclusive. */
                range_end?: components["parameters"]["range_end"];
                /** @description `csv` returns the rows as a file, as `Accept: text/csv` does. */
                format?: components["parameters"]["format"];
                /** @description Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed. */
                notes?: components["parameters"]["notes"];
                /** @description Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines. */
                extras?: components["parameters"]["extras"];
                /** @description With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before. */
                compare?: components["parameters"]["compare"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All websites of the token side by side */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPerformanceReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_timeframe`: Invalid timeframe. `invalid_range`: Invalid date range. `invalid_notes`: Invalid notes. `invalid_extras`: Invalid extras. `invalid_compare`: Invalid compare. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_timeframe" | "invalid_range" | "invalid_notes" | "invalid_extras" | "invalid_compare";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_areas: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Areas, newest first */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"][];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_contacts: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Only the contact with exactly this e-mail, in any case; an unencoded + is read as a +. */
                email?: string;
                /** @description Only the contact with this id. */
                id?: number;
                /** @description Page of the list, from 1. */
                page?: components["parameters"]["page"];
                /** @description Contacts per page; values above 25 are treated as 25. */
                per_page?: number;
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Contacts, newest first */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"][];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_email`: Invalid email. `invalid_id`: Invalid id. `invalid_page`: Invalid page. `invalid_per_page`: Invalid per_page. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_email" | "invalid_id" | "invalid_page" | "invalid_per_page";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    upsert_contact: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Identity: trimmed and lower-cased. */
                    email?: string | null;
                    /** @description Identity without an e-mail: + and 7 to 15 digits. */
                    phone?: string | null;
                    /** @description Stored as `name`. */
                    first_name?: string | null;
                    /** @description The last name. */
                    last_name?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description `invalid_json`: The body is not valid JSON. `website_id_required`: A website_id is required. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_json" | "website_id_required";
                    };
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_body`: The body is not a JSON object. `reserved_field`: The field is set by the service. `email_or_phone_required`: An email or a phone is required. `invalid_email`: Invalid email. `invalid_phone`: Invalid phone. `invalid_visitor_token`: Invalid visitor_token. `invalid_field`: Invalid field value. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_body" | "reserved_field" | "email_or_phone_required" | "invalid_email" | "invalid_phone" | "invalid_visitor_token" | "invalid_field";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    delete_contact: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description The e-mail, in any case; an unencoded + is read as a +. Required unless a phone is given. */
                email?: string;
                /** @description The phone of a contact without e-mail. */
                phone?: string;
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a contact */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedContact"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_email`: Invalid email. `invalid_phone`: Invalid phone. `email_required`: An email is required. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_email" | "invalid_phone" | "email_required";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_ctas: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaigns that are not archived, newest first */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRecord"][];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_website: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record of the website */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsiteRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_insights_of_week: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description The week, named by its Monday, YYYY-MM-DD. The newest with a snapshot by default. */
                week?: string;
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insights snapshot of an earlier week */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsiteInsightsReport"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_week`: Invalid week. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_week";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_insights_weeks: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
                /** @description Page of the list, from 1. */
                page?: components["parameters"]["page"];
                /** @description Weeks per page; values above 104 are treated as 104. */
                per_page?: number;
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The weeks with an insights snapshot */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Recorded-At": components["headers"]["Data-Recorded-At"];
                    "Counting-Method": components["headers"]["Counting-Method"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsightsWeeks"];
                };
            };
            /** @description Not modified since the response whose ETag If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_page`: Invalid page. `invalid_per_page`: Invalid per_page. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_page" | "invalid_per_page";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_notification_channels: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is told about the websites of the token */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannels"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    create_notification_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Any text of 16 to 64 characters. A second request with it within a day creates nothing. */
                    request_id?: string;
                    /** @description The account that it belongs to, and stays with when people leave. Only for its owner, with a token that covers the person. */
                    account_id?: number;
                    /**
                     * @description How messages are sent.
                     * @enum {string}
                     */
                    kind: "email" | "slack" | "webhook";
                    /** @description Where a webhook or Slack listens. Stored encrypted and never returned. */
                    url?: string;
                    /** @description Where mail goes. Its reader has to agree first, by a link in a mail. */
                    email?: string;
                    /** @description For people, up to 100 characters. */
                    name: string;
                    /** @description What it is about: websites of the token, at least one, all of one account. Null, and websites of several accounts, only with a token that covers its person: all websites, also those added later. */
                    website_ids: number[] | null;
                    /**
                     * @description Campaigns that break, stay broken for a week and work again.
                     * @default true
                     */
                    breaks?: boolean;
                    /**
                     * @description Experiments that are decided.
                     * @default true
                     */
                    verdicts?: boolean;
                    /**
                     * @description The week, on Mondays.
                     * @default false
                     */
                    digest?: boolean;
                    /**
                     * @description Websites that send no data. A person is told only as an owner of the account, and otherwise needs something else, too.
                     * @default true
                     */
                    no_data?: boolean;
                    /**
                     * @description A BCP 47 tag: how numbers and dates are written.
                     * @default en
                     */
                    language?: string;
                    /**
                     * @description Of the IANA database, such as Europe/Vienna.
                     * @default UTC
                     */
                    time_zone?: string;
                    /**
                     * @description The hour of the digest, in the time zone.
                     * @default 8
                     */
                    digest_hour?: number;
                    /**
                     * @description From this hour nothing is sent; it waits. Null: never.
                     * @default null
                     */
                    quiet_from?: number | null;
                    /**
                     * @description Until this hour nothing is sent. Null: never.
                     * @default null
                     */
                    quiet_to?: number | null;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewNotificationChannel"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewNotificationChannel"];
                };
            };
            /** @description `invalid_json`: The body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_json";
                    };
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_body`: The body is not a JSON object. `invalid_field`: Invalid field value. `invalid_website_id`: Invalid website_id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_body" | "invalid_field" | "invalid_website_id";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_notification_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One channel */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    delete_notification_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a channel, its log and what was not sent yet */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedNotificationChannel"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    change_notification_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people, up to 100 characters. */
                    name?: string;
                    /** @description What it is about: websites of the token, at least one, all of one account. Null, and websites of several accounts, only with a token that covers its person: all websites, also those added later. */
                    website_ids?: number[] | null;
                    /** @description Campaigns that break, stay broken for a week and work again. */
                    breaks?: boolean;
                    /** @description Experiments that are decided. */
                    verdicts?: boolean;
                    /** @description The week, on Mondays. */
                    digest?: boolean;
                    /** @description Websites that send no data. A person is told only as an owner of the account, and otherwise needs something else, too. */
                    no_data?: boolean;
                    /** @description A BCP 47 tag: how numbers and dates are written. */
                    language?: string;
                    /** @description Of the IANA database, such as Europe/Vienna. */
                    time_zone?: string;
                    /** @description The hour of the digest, in the time zone. */
                    digest_hour?: number;
                    /** @description From this hour nothing is sent; it waits. Null: never. */
                    quiet_from?: number | null;
                    /** @description Until this hour nothing is sent. Null: never. */
                    quiet_to?: number | null;
                    /** @description False switches it off, true on again. Whoever has unsubscribed is asked first. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            /** @description `invalid_json`: The body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_json";
                    };
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_body`: The body is not a JSON object. `invalid_field`: Invalid field value. `invalid_website_id`: Invalid website_id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_body" | "invalid_field" | "invalid_website_id";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotate_notification_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A new secret, returned once */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSecret"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_field`: Invalid field value. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_field";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    ask_notification_reader: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send the mail again that asks whether its reader agrees */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedNotificationReader"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_field`: Invalid field value. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_field";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    test_notification_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a message that only says that it arrives */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTest"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_notification_deliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was sent, and what the receiver said */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDeliveries"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_all_notification_mutes: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the channels say nothing about */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllNotificationMutes"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_notification_mutes: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a channel says nothing about */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationMutes"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    mute_notifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A website of the token. */
                    website_id: number;
                    /**
                     * @description Null: the whole website.
                     * @default null
                     */
                    campaign_id?: number | null;
                    /**
                     * Format: date-time
                     * @description Until when nothing is said about it, in the future. Null: until it is lifted.
                     * @default null
                     */
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationMute"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationMute"];
                };
            };
            /** @description `invalid_json`: The body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_json";
                    };
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_body`: The body is not a JSON object. `invalid_field`: Invalid field value. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_body" | "invalid_field";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    unmute_notifications: {
        parameters: {
            query: {
                /** @description The website of the campaign. */
                website_id: number;
                /** @description The campaign. Left out: the whole website. */
                campaign_id?: number;
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a channel. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Say something about a campaign again */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiftedNotificationMute"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_website_id`: Invalid website_id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_website_id";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_notification_episodes: {
        parameters: {
            query?: {
                /** @description Only this website of the token (GET /api/v1/reports/websites). All of them by default. */
                website_id?: number;
                /** @description A subset of the websites of the token. Together with website_id: the union of both. */
                website_ids?: components["parameters"]["website_ids"];
                /** @description open: what lasts now. all: also what has ended. */
                state?: "open" | "all";
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Breaks, verdicts and silence that last, or have ended */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationEpisodes"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_status`: Invalid status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_status";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    mark_episode_fixed: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of an episode. */
                episode_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody is reminded of it for a week */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FixedNotificationEpisode"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_notification_choices: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Websites, accounts, and the address of the person */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChoices"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_embed_origins: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which pages may show the reports */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingAccounts"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            /** @description `unknown_parameter`: Unknown parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    set_embed_origins: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of an account. */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Origins such as https://app.example.com or https://*.example.com, at most 20. They replace those before; none ends embedding. */
                    origins: string[];
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingAccount"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingAccount"];
                };
            };
            /** @description `invalid_json`: The body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_json";
                    };
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_id`: Invalid id. `invalid_body`: The body is not a JSON object. `invalid_field`: Invalid field value. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_id" | "invalid_body" | "invalid_field";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_share_links: {
        parameters: {
            query?: {
                /** @description Only this website of the token (GET /api/v1/reports/websites). All of them by default. */
                website_id?: number;
                /** @description A subset of the websites of the token. Together with website_id: the union of both. */
                website_ids?: components["parameters"]["website_ids"];
                /** @description active: what shows something now. ended: what was revoked, has expired, or lost the right. */
                state?: "active" | "ended" | "all";
                /** @description Page of the list, from 1. */
                page?: components["parameters"]["page"];
                /** @description Links per page; values above 100 are treated as 100. */
                per_page?: number;
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was shared, and how often it was opened */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinks"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_status`: Invalid status. `invalid_page`: Invalid page. `invalid_per_page`: Invalid per_page. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_status" | "invalid_page" | "invalid_per_page";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    create_share_link: {
        parameters: {
            query?: {
                /** @description One of the websites of the token (GET /api/v1/reports/websites). Required if the token covers several. */
                website_id?: components["parameters"]["website_id"];
            };
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A UUID that you make for this link. Sent again, it makes no second link, so you can try again.
                     */
                    request_id: string;
                    /** @description For your list, up to 80 characters. Whoever opens the link does not see it. */
                    name: string;
                    /**
                     * @description Only this campaign of the website. Null: the whole website.
                     * @default null
                     */
                    campaign_id?: number | null;
                    /**
                     * @description How long it is valid. The owner of the account may allow less.
                     * @default 30
                     */
                    days?: number;
                    /**
                     * @description Who opens the link must enter it. Stored as a hash. Null: no password.
                     * @default null
                     */
                    password?: string | null;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewShareLink"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewShareLink"];
                };
            };
            /** @description `invalid_json`: The body is not valid JSON. `website_id_required`: A website_id is required. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_json" | "website_id_required";
                    };
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description `unknown_parameter`: Unknown parameter. `invalid_website_id`: Invalid website_id. `invalid_body`: The body is not a JSON object. `invalid_field`: Invalid field value. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unknown_parameter" | "invalid_website_id" | "invalid_body" | "invalid_field";
                    };
                };
            };
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    list_share_link_openings: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a link. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When and from where a link was opened */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkOpenings"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    revoke_share_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a link. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End a link at once */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["No-Store"];
                    "Funnel-Notes": components["headers"]["Funnel-Notes"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedShareLink"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    on_campaign_broke: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message, the same in every attempt: ignore a message whose id you have seen. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. Refuse it after five minutes. */
                "webhook-timestamp": string;
                /** @description Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignBrokeEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent to this address. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Other answers, also redirects, make the service try again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_campaign_still_broken: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message, the same in every attempt: ignore a message whose id you have seen. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. Refuse it after five minutes. */
                "webhook-timestamp": string;
                /** @description Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignStillBrokenEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent to this address. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Other answers, also redirects, make the service try again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_campaign_recovered: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message, the same in every attempt: ignore a message whose id you have seen. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. Refuse it after five minutes. */
                "webhook-timestamp": string;
                /** @description Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignRecoveredEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent to this address. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Other answers, also redirects, make the service try again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_experiment_decided: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message, the same in every attempt: ignore a message whose id you have seen. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. Refuse it after five minutes. */
                "webhook-timestamp": string;
                /** @description Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentDecidedEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent to this address. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Other answers, also redirects, make the service try again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_website_silent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message, the same in every attempt: ignore a message whose id you have seen. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. Refuse it after five minutes. */
                "webhook-timestamp": string;
                /** @description Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebsiteSilentEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent to this address. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Other answers, also redirects, make the service try again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_digest_weekly: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message, the same in every attempt: ignore a message whose id you have seen. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. Refuse it after five minutes. */
                "webhook-timestamp": string;
                /** @description Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WeeklyDigestEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent to this address. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Other answers, also redirects, make the service try again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_channel_test: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message, the same in every attempt: ignore a message whose id you have seen. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. Refuse it after five minutes. */
                "webhook-timestamp": string;
                /** @description Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelTestEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent to this address. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Other answers, also redirects, make the service try again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
