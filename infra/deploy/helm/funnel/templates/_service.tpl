{{/*
A service of ours: Deployment, Service, disruption budget and autoscaler.
(dict "root" $ "name" NAME "values" VALUES "port" PORT "secrets" KEYS)
*/}}
{{- define "funnel.service" -}}
{{- $root := .root }}
{{- $snake := .name | replace "-" "_" }}
{{- $secrets := concat (list (printf "%s_database_password" $snake)) .secrets }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  labels: {{ include "funnel.labels" . | nindent 4 }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: { app.kubernetes.io/name: {{ .name }} }
  template:
    metadata:
      labels: {{ include "funnel.podLabels" .name | nindent 8 }}
      annotations:
        # Pods start again when the variables or the CA change.
        checksum/config: {{ printf "%s%s" (include "funnel.config" $root) $root.Values.ca.certificate | sha256sum }}
        prometheus.io/scrape: "true"
        prometheus.io/port: "9000"
        prometheus.io/path: /metrics
        {{- range $name, $value := .values.podAnnotations }}
        {{ $name }}: {{ $value | quote }}
        {{- end }}
    spec:
      {{- include "funnel.pod" $root | nindent 6 }}
      terminationGracePeriodSeconds: {{ .values.terminationGracePeriodSeconds }}
      {{- with .values.nodeSelector }}
      nodeSelector: {{ toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations: {{ toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.affinity }}
      affinity: {{ toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector: { matchLabels: { app.kubernetes.io/name: {{ .name }} } }
        - maxSkew: 1
          topologyKey: topology.kubernetes.io/zone
          whenUnsatisfiable: ScheduleAnyway
          labelSelector: { matchLabels: { app.kubernetes.io/name: {{ .name }} } }
      containers:
        - name: {{ .name }}
          image: {{ include "funnel.image" . }}
          {{- with $root.Values.image.pullPolicy }}
          imagePullPolicy: {{ . }}
          {{- end }}
          ports:
            - { name: http, containerPort: {{ .port }} }
            - { name: operations, containerPort: 9000 }
          envFrom:
            - configMapRef: { name: funnel-config }
          env:
            - name: DATABASE_URL
              value: postgres://funnel_{{ $snake }}@$(POSTGRES_ADDRESS)
            - name: DATABASE_PASSWORD_FILE
              value: /run/secrets/funnel/{{ $snake }}_database_password
            {{- include "funnel.secretVariables" .secrets | nindent 12 }}
            {{- range $name, $value := .values.env }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          # The process has begun to listen.
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 1
            failureThreshold: 60
          # The process answers. It does not ask the database: a restart would not help.
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 3
          # The process can work: database, migrations, and what else it needs.
          readinessProbe:
            httpGet: { path: /readyz, port: operations }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          resources: {{ toYaml .values.resources | nindent 12 }}
          securityContext: {{ include "funnel.containerSecurity" . | nindent 12 }}
          volumeMounts: {{ include "funnel.mounts" . | nindent 12 }}
      volumes: {{ include "funnel.volumes" (dict "root" $root "secrets" $secrets) | nindent 8 }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}
  labels: {{ include "funnel.labels" . | nindent 4 }}
spec:
  selector: { app.kubernetes.io/name: {{ .name }} }
  ports:
    - { name: http, port: {{ .port }}, targetPort: http }
    - { name: operations, port: 9000, targetPort: operations }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: { app.kubernetes.io/name: {{ .name }} }
{{- if .values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .name }} }
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: AverageValue, averageValue: {{ .values.autoscaling.averageCpu }} }
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
{{- end }}
